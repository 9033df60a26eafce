import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const builtFile = join(import.meta.dirname, '../../../../web/dist/survey-snippet.js')
/** A page that loads it goes on as without it. */
const unbuilt = '// The web application of Steward is not built. Run npm run build.\n'

export interface Snippet {
  /** Of the content, so that an address with it never means another script. */
  version: string
  /** For the attribute `integrity` of a script. */
  integrity: string
  script: Buffer
  compressed: Buffer
}

async function snippetOf(script: Buffer): Promise<Snippet> {
  const digest = createHash('sha384').update(script).digest()
  return {
    version: digest.toString('hex').slice(0, 12),
    integrity: `sha384-${digest.toString('base64')}`,
    script,
    compressed: await promisify(gzip)(script, { level: 9 }),
  }
}

/**
 * Gives the built script, which is read again when a new build has replaced it; a script that does nothing where the
 * web application is not built.
 */
export function createSnippetReader(file = builtFile): () => Promise<Snippet> {
  let read: { at: number; snippet: Promise<Snippet> } | undefined
  return async () => {
    const found = await stat(file).catch(() => undefined)
    if (!found) return snippetOf(Buffer.from(unbuilt))
    if (read?.at !== found.mtimeMs) read = { at: found.mtimeMs, snippet: readFile(file).then(snippetOf) }
    return read.snippet
  }
}
