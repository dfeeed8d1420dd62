/** The oldest Node.js that the prebuilt binary of better-sqlite3 runs on: major and minor version. */
const MIN_NODE = [22, 14] as const

/**
 * Returns whether this Node.js can run the program. If it cannot, reports the version that is needed and sets the exit
 * code to 1. Call it before loading any other module: the others may fail to load on an old version.
 */
export function isNodeSupported(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [minMajor, minMinor] = MIN_NODE
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return true
  process.stderr.write(
    `guichet: Node.js ${MIN_NODE.join('.')} or later is required, this is ${process.version}; "npm run guichet" in the checkout uses the right one\n`,
  )
  process.exitCode = 1
  return false
}
