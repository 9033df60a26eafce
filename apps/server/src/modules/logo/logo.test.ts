import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { png } from '../file/image.fixture.ts'
import { create, edit, good, read } from '../record/record.fixture.ts'
import { logoKind } from './logo.service.ts'

const web = vi.hoisted(() => ({
  /** The icon of each host; a host without one does not answer. */
  icons: {} as Record<string, Buffer>,
  asked: [] as string[],
}))

vi.mock('../../platform/http-out/http-out.ts', async (load) => ({
  ...(await load<object>()),
  createHttpOut: () => ({
    async fetch(address: string | URL) {
      const { host, pathname } = new URL(address)
      web.asked.push(host)
      const icon = web.icons[host]
      if (!icon) throw new TypeError('fetch failed')
      return pathname === '/favicon.ico'
        ? new Response(new Uint8Array(icon))
        : new Response('', { status: 404 })
    },
  }),
}))

const day = 24 * 3600 * 1000

let app: TestApp
let admin: Client

async function start(environment: NodeJS.ProcessEnv): Promise<void> {
  app = await startTestApp({ STARTER_FIELDS: 'on', ...environment })
  admin = await app.as('administrator')
  await app.application.startWorker()
}

const turn = (fetchLogos: boolean) =>
  admin.patch('identity/company', { startPage: 'organizations', fetchLogos })

const logosOf = async (client: Client, ...recordIds: number[]): Promise<Record<number, string>> => {
  const { data } = good(await client.get(`core/logos?recordIds=${recordIds.join(',')}`))
  return Object.fromEntries(
    data.map(({ recordId, imageId }: { recordId: number; imageId: string }) => [recordId, imageId]),
  )
}

/** When websites are asked about, by record. */
async function planned(): Promise<Record<string, Date>> {
  const { rows } = await app.application.platform.database.owner.query<{ key: string; due_at: Date }>(
    'select key, due_at from due_work where tenant_id = $1 and kind = $2',
    [app.tenantId, logoKind],
  )
  return Object.fromEntries(rows.map(({ key, due_at: dueAt }) => [key, dueAt]))
}

/** Waits until nothing is due; records are asked about a second apart. */
async function settled(recordIds: readonly number[]): Promise<void> {
  app.clock.advance(60_000)
  await expect
    .poll(
      async () => {
        const due = await planned()
        const now = app.application.platform.clock.now()
        return recordIds.every((id) => (due[id]?.getTime() ?? 0) > now.getTime())
      },
      { timeout: 20_000 },
    )
    .toBe(true)
}

beforeEach(() => {
  ;[web.icons, web.asked] = [{}, []]
})

describe('a company whose operator allows logos', () => {
  beforeAll(() => start({ FETCH_LOGOS: 'on' }))
  afterAll(() => app.stop())

  it('has none until it turns them on, then those of all its websites, each asked once', async () => {
    web.icons = { 'acme.example': png(32, 32) }
    const organization = await create(admin, 'organizations', {
      name: 'Acme',
      website_domain: 'acme.example',
    })
    const account = await create(admin, 'accounts', { name: 'Acme EU', website_domain: 'acme.example' })
    const other = await create(admin, 'accounts', { name: 'Without' })
    expect(await logosOf(admin, organization, account)).toEqual({})
    expect(good(await turn(true)).data).toMatchObject({ fetchLogos: true, mayFetchLogos: true })
    await settled([organization, account])
    const logos = await logosOf(admin, organization, account, other)
    expect(Object.keys(logos)).toEqual([String(organization), String(account)])
    expect(new Set(Object.values(logos)).size).toBe(1)
    expect(web.asked).toEqual(['acme.example', 'acme.example', 'acme.example'])
    const image = await app.anonymous.get(`file-management/images/${logos[account]}`)
    expect(image.status).toBe(200)
    expect(Object.keys(await planned())).not.toContain(String(other))
  })

  it('follows a changed website, and leaves history, undo and what was uploaded alone', async () => {
    web.icons = { 'one.example': png(16, 16), 'two.example': png(17, 17) }
    const account = await create(admin, 'accounts', { name: 'Moving', website_domain: 'one.example' })
    await settled([account])
    const { [account]: first } = await logosOf(admin, account)
    expect(first).toBeDefined()
    await edit(admin, 'accounts', account, { website_domain: 'https://two.example/' })
    await expect
      .poll(async () => (await logosOf(admin, account))[account], { timeout: 20_000 })
      .not.toBe(first)
    const history = good(await admin.get(`core/accounts/${account}/history`)).data
    expect(history).toHaveLength(2)
    expect((await read(admin, 'accounts', account)).globalFields.imageId).toBeNull()
    await edit(admin, 'accounts', account, { website_domain: null })
    await expect.poll(async () => logosOf(admin, account), { timeout: 20_000 }).toEqual({})
    expect(Object.keys(await planned())).not.toContain(String(account))
  })

  it('asks a website again after a month, and keeps its logo when it does not answer then', async () => {
    web.icons = { 'steady.example': png(20, 20) }
    const account = await create(admin, 'accounts', { name: 'Steady', website_domain: 'steady.example' })
    await settled([account])
    const before = await logosOf(admin, account)
    app.clock.advance(29 * day)
    await edit(admin, 'accounts', account, { about: 'Not about the website' })
    expect(web.asked).toHaveLength(3)
    web.icons = {}
    app.clock.advance(day)
    await expect.poll(() => web.asked.length, { timeout: 20_000 }).toBeGreaterThan(3)
    await settled([account])
    expect(await logosOf(admin, account)).toEqual(before)
    const soon = (await planned())[account]?.getTime() ?? 0
    expect(soon).toBeLessThan(app.application.platform.clock.now().getTime() + 8 * day)
  })

  it('shows them to those who see the record', async () => {
    web.icons = { 'hidden.example': png(21, 21) }
    const account = await create(admin, 'accounts', { name: 'Hidden', website_domain: 'hidden.example' })
    await settled([account])
    expect(Object.keys(await logosOf(await app.as('viewer'), account))).toEqual([String(account)])
    expect(await logosOf(await app.as('normalUser'), account)).toEqual({})
    expect(await logosOf(await app.foreigner(), account)).toEqual({})
    const many = Array.from({ length: 201 }, (_, at) => at + 1)
    expect((await admin.get(`core/logos?recordIds=${many.join(',')}`)).body.fields).toHaveProperty(
      'recordIds',
    )
  })

  it('has none after it turned them off; the pictures go with the daily cleaning', async () => {
    web.icons = { 'gone.example': png(22, 22) }
    const account = await create(admin, 'accounts', { name: 'Gone', website_domain: 'gone.example' })
    await settled([account])
    const { [account]: imageId } = await logosOf(admin, account)
    const clean = async () => {
      const { modules, platform } = app.application
      const task = modules.modules.flatMap(({ tasks }) => tasks?.['image:remove-unused'] ?? [])[0]
      app.clock.advance(2 * day)
      await task?.({}, { signal: new AbortController().signal, log: platform.log })
    }
    await clean()
    expect((await app.anonymous.get(`file-management/images/${imageId}`)).status).toBe(200)
    await turn(false)
    expect(await logosOf(admin, account)).toEqual({})
    const session = await (await app.as('viewer')).get('identity/session')
    expect(session.body.data.user.companyLogos).toBe(false)
    await clean()
    expect((await app.anonymous.get(`file-management/images/${imageId}`)).status).toBe(404)
    const { data } = (await admin.get('audit?action=company.changed')).body
    expect(data.map(({ summary }: { summary: string }) => summary)).toEqual([
      'Turned off logos from websites',
      'Turned on logos from websites',
    ])
  })
})

describe('a company whose operator does not allow logos', () => {
  beforeAll(() => start({}))
  afterAll(() => app.stop())

  it('cannot turn them on, and asks no website', async () => {
    const { status, body } = await turn(true)
    expect([status, body.reason, body.fields]).toEqual([
      400,
      'company.logos_refused',
      { fetchLogos: expect.stringContaining('FETCH_LOGOS=on') },
    ])
    expect((await turn(false)).status).toBe(200)
    const account = await create(admin, 'accounts', { name: 'Acme', website_domain: 'acme.example' })
    expect(await logosOf(admin, account)).toEqual({})
    expect([await planned(), web.asked]).toEqual([{}, []])
  })
})
