// Sizes of source files: no file above 300 lines of code, no folder above 25 files. The norm for the
// whole (median under 80, nine in ten under 200) is printed, and held by people.
import { readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { filesBelow } from '../lib/fingerprint.mjs'
import { root } from '../lib/root.mjs'

const places = ['apps', 'packages', 'bench', 'e2e', 'faults', 'scripts']
const kinds = new Set(['.ts', '.tsx', '.mjs', '.cjs', '.css'])
const generated = new Set(['packages/api-client/src/schema.d.ts', 'scripts/lib/settings.generated.mjs'])
const mostLines = 300
const mostFiles = 25
const norm = { median: 80, ninetieth: 200 }

/** Folders that hold more, because what is in them stays small and one of a kind. */
const wideFolders = { 'apps/web/src/ui': 75, 'packages/contracts/src': 60 }

/** Lines that are neither blank nor only comment. */
function linesOfCode(text) {
  const withoutBlocks = text.replaceAll(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '')
  return withoutBlocks.split('\n').filter((line) => line.trim() && !line.trim().startsWith('//')).length
}

function quantile(sorted, share) {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}

function foldersOf(files) {
  const counts = new Map()
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name))) {
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  }
  return [...counts].map(([folder, count]) => ({ folder, count, most: wideFolders[folder] ?? mostFiles }))
}

/** Gives `{ ok, output, summary }`. */
export function checkSize() {
  const files = places.flatMap(filesBelow).filter((file) => kinds.has(extname(file)) && !generated.has(file))
  const sized = files
    .map((file) => ({ file, lines: linesOfCode(readFileSync(join(root, file), 'utf8')) }))
    .toSorted((a, b) => a.lines - b.lines)
  const lines = sized.map((entry) => entry.lines)
  const median = quantile(lines, 0.5)
  const ninetieth = quantile(lines, 0.9)
  const faults = [
    ...sized
      .filter((entry) => entry.lines > mostLines)
      .map((entry) => `${entry.file}: ${entry.lines} lines of code, at most ${mostLines}`),
    ...foldersOf(files)
      .filter(({ count, most }) => count > most)
      .map(({ folder, count, most }) => `${folder}: ${count} source files, at most ${most}`),
  ]
  const summary = `${files.length} files; lines of code: median ${median} (norm ${norm.median}), nine in ten up to ${ninetieth} (norm ${norm.ninetieth}), most ${lines.at(-1) ?? 0}`
  return { ok: faults.length === 0, summary, output: faults.join('\n') }
}
