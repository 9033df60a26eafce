import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A path below the repository's folder. */
export const at = (...parts) => join(root, ...parts)

const oldestNode = 24
const installedNode = at('node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

/**
 * The Node program that runs Steward: the installed one, or this one where it is new enough;
 * undefined when there is neither. It is the program itself, so that signals reach it.
 */
export function findNode() {
  if (existsSync(installedNode)) return installedNode
  return Number.parseInt(process.versions.node, 10) >= oldestNode ? process.execPath : undefined
}

/** Like findNode, and throws when there is none. */
export function nodePath() {
  const found = findNode()
  if (found) return found
  throw new Error(
    `Node ${oldestNode} is missing. Run "npm rebuild node", or use a Node ${oldestNode} of your own.`,
  )
}

/** Command-line programs of the packages, each to be run with nodePath(). */
export const tools = {
  vitest: at('node_modules/vitest/vitest.mjs'),
  vite: at('node_modules/vite/bin/vite.js'),
  oxfmt: at('node_modules/oxfmt/bin/oxfmt'),
  oxlint: at('node_modules/oxlint/bin/oxlint'),
  tsc: at('node_modules/@typescript/native/bin/tsc'),
  dependencyCruiser: at('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
  knip: at('node_modules/knip/bin/knip.js'),
  openapiTypescript: at('packages/api-client/node_modules/openapi-typescript/bin/cli.js'),
}
