import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Export } from '@steward/contracts/export'
import { cloneDatabase } from '../clone.ts'
import { secretKey, startTestApp, type Client, type TestApp } from '../harness.ts'
import { ownObjects } from '../own/own-objects.ts'
import { newLogin, signIn } from '../sign-in.ts'
import { workOff } from '../upgrade/second-process.ts'
import { fingerprintOf, type Fingerprint } from '../upgrade/fingerprint.ts'
import { createApplication, type Application } from '../../src/application.ts'
import { png, sendPicture } from '../../src/modules/file/image.fixture.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { configure, type Config } from '../../src/platform/config/config.ts'
import { readEnvironment } from '../../src/platform/config/env.ts'

/** What is cleared away at the end of a file of tests, the latest first. */
const leftovers: (() => Promise<void>)[] = []

export async function clearAway(): Promise<void> {
  for (const clear of leftovers.splice(0).toReversed()) await clear()
}

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-backup-'))
  // The embedded database is another user's where tests run as root.
  await chmod(folder, 0o711)
  leftovers.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** An installation on a database in which nothing is yet. */
export interface Ground {
  url: string
  config: Config
}

export function configOf(dataDir: string, more: NodeJS.ProcessEnv = {}): Config {
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    DEMO: 'off',
    STARTER_FIELDS: 'off',
    SECRET_KEY: secretKey,
  }
  return configure(readEnvironment({ ...environment, DATA_DIR: dataDir, ...more }))
}

export async function newGround(more: NodeJS.ProcessEnv = {}): Promise<Ground> {
  const { url, drop } = await cloneDatabase('template0')
  leftovers.push(drop)
  return { url, config: configOf(await newFolder(), more) }
}

/** An instance in use: two tenants with an object of every kind, people who signed in, and work that waits. */
export async function startUsed(): Promise<{
  app: TestApp
  admin: Client
  foreigner: Client
  config: Config
}> {
  const dataDir = await newFolder()
  const app = await startTestApp({ DATA_DIR: dataDir })
  leftovers.push(() => app.stop())
  const admin = await app.newUser('administrator', 'ada@example.com')
  const foreigner = await app.foreigner()
  await ownObjects(app, admin)
  await ownObjects(app, foreigner)
  await newLogin(app, 'eve@example.com')
  await signIn(app, 'eve@example.com', { remember: true })
  expect((await sendPicture(app, admin, png(8, 8))).status).toBe(200)
  await workOff(app.application)
  return { app, admin, foreigner, config: app.application.platform.config }
}

/** Tables that the source's own worker keeps changing: jobs, retries of deliveries, and scheduled work. */
const ofProcess = /^graphile_worker|worker_process$|ticker$|address_attempt$|outbox_\w+$|due_work$/

/** Removes the tables that the source's own worker keeps changing from findings by table. */
export const withoutWork = <Found>(byTable: Readonly<Record<string, Found>>): Record<string, Found> =>
  Object.fromEntries(Object.entries(byTable).filter(([table]) => !ofProcess.test(table)))

/** What the tables hold that are not the running process's own. */
export const contentOf = async (url: string): Promise<Fingerprint> => withoutWork(await fingerprintOf(url))

/** An application on a database that is there. */
export async function openOn({ url, config }: Ground): Promise<Application> {
  const application = await createApplication(config, url, systemClock)
  leftovers.push(() => application.close())
  return application
}

/** Calls of a user of the tenant, as a new session of theirs. */
export async function actAs(application: Application, tenantId: number, userId: number) {
  const token = await application.modules.identity.startSession(tenantId, userId, { remember: false })
  const inject = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    application.app.inject({
      method,
      url: `/api/${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { payload: body as object }),
    })
  return {
    get: (path: string) => inject('GET', path),
    post: (path: string, body: unknown) => inject('POST', path, body),
  }
}

type Calls = Awaited<ReturnType<typeof actAs>>

async function exportLevel(calls: Calls, plural: string): Promise<Buffer> {
  const columns = ['name', 'system:externalId', 'about', 'createdAt', 'updatedAt']
  const started = await calls.post(`core/${plural}/export`, { format: 'csv', columns })
  if (started.statusCode !== 200) throw new Error(started.body)
  const { exportId } = started.json().data
  for (;;) {
    const { data } = (await calls.get(`core/exports/${exportId}`)).json() as { data: Export }
    if (data.state === 'stopped') throw new Error(data.failure ?? '')
    if (data.state === 'ready') return (await calls.get(`core/exports/${exportId}/file`)).rawPayload
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The files that a person gets of the records of every level. */
export async function exportAll(calls: Calls): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {}
  for (const plural of ['organizations', 'accounts', 'contacts', 'pipelines']) {
    files[plural] = await exportLevel(calls, plural)
  }
  return files
}

/** The audit log as a file, without what the exports themselves wrote down. */
export async function exportAudit(calls: Calls): Promise<string> {
  const { statusCode, body } = await calls.get('audit/export')
  if (statusCode !== 200) throw new Error(body)
  return body
    .split('\n')
    .filter((line) => !/export/i.test(line))
    .join('\n')
}
