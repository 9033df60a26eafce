import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { at } from '../lib/root.mjs'
import {
  copyInstalled,
  copySources,
  giveFolders,
  isRoot,
  newFolder,
  perform,
  remove,
  works,
} from './workshop.mjs'

const probe = at('scripts/fresh/probe.mjs')
const ordinaryUser = 65_534
const inShell = (script) => ['sh', '-c', `${script} && exec "$@"`, 'sh']

/** What `npm start` is given; of this environment it gets nothing that would change what it does. */
function environmentOf(given) {
  const { PATH, HOME, LANG } = process.env
  return {
    PATH,
    HOME,
    LANG,
    PORT: '0',
    DEMO: 'off',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'Harbour-lights-42',
    ...given,
  }
}

/** Starts a copy, by way of a command where one is given, and throws unless it works from sign-in to stop. */
async function expectStart(copy, { by = [], environment = {} } = {}) {
  // Another user may not read this copy of the program, nor run this Node.
  const given = environmentOf({ DATA_DIR: join(copy, 'data'), ...environment })
  const { code, output } = await perform([...by, process.execPath, probe, copy], given)
  if (code !== 0) throw new Error(output)
  return output
}

/** Starts a copy and throws unless it refuses at once, with these words. */
async function expectRefusal(copy, environment, ...words) {
  const start = Date.now()
  const { code, output } = await perform(
    ['npm', 'start', '--prefix', copy],
    environmentOf({ DATA_DIR: join(copy, 'data'), ...environment }),
  )
  const missing = words.filter((word) => !output.includes(word))
  if (code === 0 || missing.length > 0) throw new Error(`Not a word of ${missing.join(', ')}.\n${output}`)
  const faults = output.split('\n').filter((line) => /^ {2}[A-Z_]+: /.test(line))
  return `refused after ${Date.now() - start} ms:${faults.map((line) => ` ${line.trim()}`).join('')}`
}

/** Makes a folder, lets the case use it, and takes it away. */
const within = (options, use) => async () => {
  const folder = newFolder(options)
  try {
    return await use(folder)
  } finally {
    remove(folder)
  }
}

const inPrivate = (use) => within({ isPrivate: true }, use)

const nodeOf = (major) =>
  inPrivate(async (folder) => {
    const tools = join(folder, 'tools')
    mkdirSync(tools)
    // Newer npm runs the install script that brings the program only where a package allows it.
    writeFileSync(
      join(tools, 'package.json'),
      JSON.stringify({ private: true, allowScripts: { node: true } }),
    )
    const { code, output } = await perform(
      ['npm', 'install', '--prefix', tools, '--no-audit', '--no-fund', `node@${major}`],
      process.env,
    )
    if (code !== 0) throw new Error(output)
    const PATH = `${join(tools, 'node_modules/node/bin')}:${process.env.PATH}`
    const version = (await perform(['node', '--version'], { PATH })).output.trim()
    return `${version}: ${await expectStart(copyInstalled(join(folder, 'copy')), { environment: { PATH } })}`
  })

const onlyRoot = isRoot ? undefined : 'needs root'
const namespaces = ['unshare', '--net', '--mount']
const noNamespaces = works(...namespaces, 'true') ? undefined : 'needs the right to make namespaces'
const noUserNamespace = works('unshare', '--map-root-user', 'true') ? undefined : 'needs user namespaces'
const offline = [...namespaces, ...inShell('ip link set lo up')]
const withoutIpv6 = [...offline, ...inShell('echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6')]
const memory = '/dev/shm'
const noOtherFileSystem =
  existsSync(memory) && statSync(memory).dev !== statSync(at('.')).dev ? undefined : `needs ${memory}`

async function portTaken(folder) {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => {
    other.on('listening', resolve)
  })
  const { port } = other.address()
  try {
    return await expectRefusal(copySources(folder), { PORT: String(port) }, 'PORT: Another program is using')
  } finally {
    other.close()
  }
}

const readOnly = (copy) => [
  'unshare',
  '--mount',
  ...inShell(`mount --bind "${copy}" "${copy}" && mount -o remount,ro,bind "${copy}"`),
]

async function asOrdinaryUser(folder) {
  const copy = copyInstalled(join(folder, 'copy'))
  giveFolders(folder, ordinaryUser)
  const by = isRoot
    ? ['setpriv', `--reuid=${ordinaryUser}`, `--regid=${ordinaryUser}`, '--clear-groups', '--']
    : []
  return expectStart(copy, { by, environment: { HOME: folder } })
}

async function settingsFirst(folder) {
  const faults = { PORT: '99999', ADMIN_PASSWORD: 'weak', DATA_DIR: '/dev/null/data' }
  const words = ['PORT: ', 'ADMIN_PASSWORD: ', 'DATA_DIR: ']
  const said = await expectRefusal(copySources(folder), faults, ...words)
  if (existsSync(join(folder, 'node_modules'))) throw new Error('Something was installed.')
  return said
}

/** The cases that fit together, in two starts of one copy, so that every `npm test` runs them. */
async function together(folder) {
  const copy = copyInstalled(join(folder, 'Kündin Ω 顧客 (1)'))
  const environment = { DATA_DIR: join(folder, 'data') }
  const first = await expectStart(copy, { by: inShell('umask 077'), environment })
  if (noNamespaces) return `${first}; the second start ${noNamespaces}`
  const by = [...withoutIpv6, ...readOnly(copy)]
  return `${first}; offline, read-only, without IPv6: ${await expectStart(copy, { by, environment })}`
}

/** Every case: what it is called, why it cannot run here, and what it does. Those of a clean clone install again. */
export const cases = [
  { name: 'settings with faults, nothing installed', run: inPrivate(settingsFirst) },
  {
    name: 'clean clone in a private folder (mode 700)',
    run: inPrivate((folder) => expectStart(copySources(join(folder, 'copy')))),
  },
  {
    name: 'root in a private folder (mode 700)',
    skip: onlyRoot,
    run: inPrivate((folder) => expectStart(copyInstalled(join(folder, 'copy')))),
  },
  {
    name: 'root that cannot become another user',
    skip: noUserNamespace,
    run: inPrivate((folder) =>
      expectStart(copyInstalled(join(folder, 'copy')), { by: ['unshare', '--map-root-user'] }),
    ),
  },
  { name: 'ordinary user', run: within({}, asOrdinaryUser) },
  {
    name: 'path with spaces and non-ASCII characters',
    run: inPrivate((folder) => expectStart(copyInstalled(join(folder, 'Kündin Ω 顧客 (1)')))),
  },
  { name: 'Node 20', run: nodeOf(20) },
  { name: 'Node 22', run: nodeOf(22) },
  { name: 'Node 24', run: nodeOf(24) },
  {
    name: 'second start while offline',
    skip: noNamespaces,
    run: inPrivate(async (folder) => {
      const copy = copyInstalled(join(folder, 'copy'))
      await expectStart(copy)
      return expectStart(copy, { by: offline })
    }),
  },
  {
    name: 'read-only checkout',
    skip: noNamespaces,
    run: inPrivate(async (folder) => {
      const copy = copyInstalled(join(folder, 'copy'))
      return expectStart(copy, { by: readOnly(copy), environment: { DATA_DIR: join(folder, 'data') } })
    }),
  },
  { name: 'port that is taken', run: inPrivate(portTaken) },
  {
    name: 'no IPv6',
    skip: noNamespaces,
    run: inPrivate((folder) =>
      expectStart(copyInstalled(join(folder, 'copy')), {
        by: withoutIpv6,
      }),
    ),
  },
  {
    name: 'umask 077',
    run: inPrivate((folder) =>
      expectStart(copyInstalled(join(folder, 'copy')), { by: inShell('umask 077') }),
    ),
  },
  {
    name: 'together, as in npm test',
    run: within({ isPrivate: true, parent: at('.cache') }, together),
  },
  {
    name: 'data folder on another file system',
    skip: noOtherFileSystem,
    run: inPrivate((folder) =>
      within({ isPrivate: true, parent: memory }, (data) =>
        expectStart(copyInstalled(join(folder, 'copy')), { environment: { DATA_DIR: join(data, 'data') } }),
      )(),
    ),
  },
]
