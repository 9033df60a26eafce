// Plain English in documentation, comments and the texts that people read. The rules are in
// prose/patterns.mjs; prose/quoted.json lists the texts that the specification fixes to the letter.
import { readFileSync } from 'node:fs'
import { filesBelow } from '../lib/fingerprint.mjs'
import { at } from '../lib/root.mjs'

const places = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs',
  'apps',
  'packages',
  'bench',
  'e2e',
  'faults',
  'scripts',
]
const kinds = /\.(?:md|tsx?|mjs)$/
/** Generated files, the list of patterns itself, sample data with texts of others, and a part that is being rewritten. */
const excepted =
  /schema\.d\.ts$|check\/prose\/|\/(?:demo|fixtures|snapshots)\/|test\/prose\/|server\/src\/platform\/events\//

/** Gives `{ ok, output, summary }`. */
export async function checkProse(files = places.flatMap(filesBelow)) {
  // Loaded late: this file is also part of scripts that run before the packages are installed.
  const { lintProse } = await import('./prose/lint.mjs')
  const quoted = JSON.parse(readFileSync(at('scripts/check/prose/quoted.json'), 'utf8'))
  const checked = files.filter((file) => kinds.test(file) && !excepted.test(file))
  const findings = []
  for (const file of checked) {
    const found = await lintProse(file, readFileSync(at(file), 'utf8'), quoted)
    findings.push(...found.map(({ line, column, message }) => `${file}:${line}:${column} ${message}`))
  }
  return { ok: findings.length === 0, output: findings.join('\n'), summary: `${checked.length} files` }
}
