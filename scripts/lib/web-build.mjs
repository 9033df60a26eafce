import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { contentHash, filesBelow, listingHash } from './fingerprint.mjs'
import { showProgress } from './progress.mjs'
import { at, nodePath, tools } from './root.mjs'
import { capture } from './run.mjs'
import { requireWritable, writeStamp } from './stamp.mjs'

const dist = at('apps/web/dist')
const draft = at('.cache/web-dist')
const stamp = at('.cache/web-build.json')
const inputs = [
  'apps/web',
  'docs/use',
  'packages/api-client/src',
  'packages/conditions/src',
  'packages/contracts/src',
  'packages/formulas/src',
  'packages/rich-text/src',
  'package-lock.json',
  'tsconfig.base.json',
]

const compressible = new Set(['.js', '.css', '.html', '.svg', '.json'])
const smallestWorthCompressing = 1024

function readStamp() {
  if (!existsSync(join(dist, 'index.html')) || !existsSync(stamp)) return {}
  return JSON.parse(readFileSync(stamp, 'utf8'))
}

/** Writes a .br and a .gz beside each text file, which the server sends instead of compressing again. */
async function compress(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  const worth = files
    .map((file) => ({ file, content: readFileSync(file) }))
    .filter(({ content }) => content.byteLength >= smallestWorthCompressing)
  await Promise.all(
    worth.map(async ({ file, content }) => {
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content))
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

async function build() {
  rmSync(draft, { recursive: true, force: true })
  const parameters = [tools.vite, 'build', at('apps/web'), '--outDir', draft, '--logLevel', 'warn']
  const { code, output } = await capture(nodePath(), parameters, { NODE_ENV: 'production' })
  if (code !== 0) throw new Error(`The web application could not be built.\n${output}`)
  await compress(draft)
  // The old build serves until the new one is whole.
  rmSync(dist, { recursive: true, force: true })
  renameSync(draft, dist)
}

/** Builds apps/web/dist when it is missing or its sources changed. Packages must be installed. */
export async function ensureWebBuilt() {
  const files = inputs.flatMap(filesBelow).filter((file) => !/\.test\.tsx?$/.test(file))
  const built = readStamp()
  const listing = listingHash(files)
  if (built.listing === listing) return
  const content = contentHash(files)
  if (built.content !== content) {
    requireWritable('The web application has to be built')
    await showProgress('Building the web application', build)
  }
  writeStamp(stamp, JSON.stringify({ listing, content }))
}
