import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { at } from '../lib/root.mjs'

const kept = at('.cache/test/durations.json')
/** Milliseconds of the slowest files in a run on two processors; a clean clone has no other figures. */
const usual = at('scripts/test/usual-durations.json')

const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {})

/** Milliseconds that each file took in its last run here, or takes as a rule. */
export function readDurations() {
  return { ...read(usual), ...read(kept) }
}

/** Remembers how long files took, for the order of the next run. */
export function keepDurations(files) {
  const now = Object.fromEntries(files.map(({ path, milliseconds }) => [path, milliseconds]))
  writeFileSync(kept, JSON.stringify({ ...read(kept), ...now }))
}
