// node scripts/unchecked-results.ts [tsconfig…]: finds calls whose `Result` is not used. The linter detects floating
// promises but not floating results.
import { dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isAwaitExpression, isCallExpression, isExpressionStatement } from 'typescript/unstable/ast/is'
import type { Expression, Node, SourceFile } from 'typescript/unstable/ast'
import { API, type Checker, type Type } from 'typescript/unstable/sync'

export interface DroppedResult {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** Calls to the test runner, which return no `Result`. Resolving their types takes a fifth of the CPU time. */
const OF_RUNNER = /^(?:await )?(?:(?:after|before)(?:All|Each)|describe|expect|it|onTestFinished|test)\b/u

function droppedCalls(file: SourceFile): Expression[] {
  const found: Expression[] = []
  const isTest = file.text.includes("from 'vitest'")
  const visit = (node: Node): void => {
    if (isExpressionStatement(node) && (isCallExpression(node.expression) || isAwaitExpression(node.expression))) {
      const start = node.expression.getStart(file)
      if (!isTest || !OF_RUNNER.test(file.text.slice(start, start + 20))) found.push(node.expression)
    }
    node.forEachChild((child) => {
      visit(child)
    })
  }
  visit(file)
  return found
}

function isResult(checker: Checker, type: Type | undefined): boolean {
  if (!type?.isUnionType()) return false
  return type.getTypes().some((member) => {
    if (!member.isObjectType()) return false
    const ok = checker.getPropertiesOfType(member).find(({ name }) => name === 'ok')
    return ok !== undefined && checker.getTypeOfSymbol(ok)?.isBooleanLiteralType() === true
  })
}

export function droppedResults(configFiles: readonly string[]): DroppedResult[] {
  const api = new API()
  try {
    const snapshot = api.updateSnapshot({ openProjects: configFiles.map((file) => resolve(file)) })
    return snapshot.getProjects().flatMap(({ configFileName, program, checker }) =>
      program
        .getSourceFileNames()
        .filter((name) => name.startsWith(dirname(configFileName)) && !name.includes('/node_modules/'))
        .flatMap((name) => {
          const source = program.getSourceFile(name)
          if (!source) return []
          const calls = droppedCalls(source)
          const types = checker.getTypeAtLocation(calls)
          return calls
            .filter((_call, index) => isResult(checker, types[index]))
            .map((call) => ({
              file: name,
              line: source.text.slice(0, call.getStart(source)).split('\n').length,
              text: call.getText(source),
            }))
        }),
    )
  } finally {
    api.close()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = droppedResults(process.argv.slice(2))
  for (const { file, line, text } of found) {
    console.error(`${relative(process.cwd(), file).split(sep).join('/')}:${line} drops a result: ${text}`)
  }
  process.exitCode = found.length > 0 ? 1 : 0
}
