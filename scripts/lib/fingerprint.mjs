import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const skipped = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'coverage'])

/** The files at and below a path of the repository, as sorted paths relative to it; none when it is absent. */
export function filesBelow(path) {
  const entry = statSync(join(root, path), { throwIfNoEntry: false })
  if (!entry) return []
  if (entry.isFile()) return [path]
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name))
    .flatMap((child) =>
      child.isDirectory() ? filesBelow(`${path}/${child.name}`) : [`${path}/${child.name}`],
    )
    .toSorted()
}

export function hashOf(text) {
  return createHash('sha256').update(text).digest('hex')
}

/** Changes when a file is added, removed, or written; costs a stat for each file. */
export function listingHash(files) {
  const lines = files.map((file) => {
    const { mtimeMs, size } = statSync(join(root, file))
    return `${file} ${mtimeMs} ${size}`
  })
  return hashOf(lines.join('\n'))
}

/** Changes when the content of a file changes, and not when it is only written again. */
export function contentHash(files) {
  return hashOf(files.map((file) => `${file} ${hashOf(readFileSync(join(root, file)))}`).join('\n'))
}
