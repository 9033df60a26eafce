import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { withFolderLock } from './folder-lock.ts'

const cacheFolder = join(import.meta.dirname, '../../.cache/chromium')
const run = promisify(execFile)

/** A Chromium to run: its program, and the variables it needs beside those of this process. */
export interface Chromium {
  executablePath: string
  env: Record<string, string>
}

interface ChromiumPackage {
  default: { executablePath(): Promise<string> }
  inflate(archive: string): Promise<string>
}

/** The package unpacks below the operating system's temporary folder, wherever TMPDIR says that is. */
async function withTemporaryFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

// The archive's own font configuration looks for its fonts in /tmp.
function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`
}

function environmentOf(folder: string): Record<string, string> {
  const libraries = join(folder, 'al2023/lib')
  const env = { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  if (!existsSync(libraries)) return env
  return { ...env, LD_LIBRARY_PATH: [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':') }
}

async function runs(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => true,
    () => false,
  )
}

/** Unpacks beside the folder and renames at the end, so that a folder that exists is whole. */
async function unpack(folder: string, archives: string): Promise<void> {
  const draft = `${folder}.draft`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true })
  await withTemporaryFolder(draft, async () => {
    const chromium = (await import('@sparticuz/chromium')) as ChromiumPackage
    const program = await chromium.default.executablePath()
    // The libraries are for machines without them; where there are some, the machine's own fit better.
    if (!(await runs(program))) await chromium.inflate(join(archives, 'al2023.tar.br'))
  })
  await writeFile(join(draft, 'fonts.conf'), fontConfiguration(folder))
  await rename(draft, folder)
}

/**
 * The Chromium of the package @sparticuz/chromium, unpacked below .cache/chromium on first use (some
 * seconds, 220 MB). Throws on machines that the package has no program for.
 */
export async function bundledChromium(): Promise<Chromium> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('Install Chrome or Chromium, or name its program in CHROME_PATH: none was found here.')
  }
  const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
  const { version } = createRequire(import.meta.url)(join(packageFolder, 'package.json')) as {
    version: string
  }
  const folder = join(cacheFolder, version)
  await mkdir(cacheFolder, { recursive: true })
  if (!existsSync(folder)) {
    await withFolderLock(`${folder}.lock`, async () => {
      if (!existsSync(folder)) await unpack(folder, join(packageFolder, 'bin'))
    })
  }
  return { executablePath: join(folder, 'chromium'), env: environmentOf(folder) }
}
