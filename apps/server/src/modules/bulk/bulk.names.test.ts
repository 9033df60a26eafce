import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, list, read } from '../record/record.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { columns, ended, none, preview, run, type ImportInput } from './bulk.fixture.ts'
import { runJob } from './bulk.run.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

async function inputOf(
  level: string,
  file: string,
  config: Partial<ImportInput['config']> & Pick<ImportInput['config'], 'columns'>,
): Promise<ImportInput> {
  return { level, config: { uploadId: await upload(app, admin, 'names.csv', file), ...config } }
}

/** Previews an import and runs it; both come to the same numbers. */
async function both(input: ImportInput) {
  const seen = await preview(admin, input)
  const done = await run(admin, input)
  const numbers = ({ counts, newParents, failure }: typeof seen) => ({ counts, newParents, failure })
  expect(numbers(done)).toEqual(numbers(seen))
  return done
}

async function problemsOf(jobId: number): Promise<string[]> {
  const { body } = await admin.get(`core/entity/bulk/${jobId}/items?status=10,30`)
  return body.data.map((item: { failure_reason: { failures: { message: string }[] } }) =>
    item.failure_reason.failures.map(({ message }) => message).join(' '),
  )
}

const creating = (...targets: string[]) =>
  columns(...targets).map((one) => ({
    ...one,
    ...(one.target === 'account' || one.target === 'organization' ? { createParents: true } : {}),
  }))

describe('rows that name one record in different words', () => {
  const key = ['name', 'organization']

  it('are in conflict with the first, whether it is there or not', async () => {
    const organization = await create(admin, 'organizations', { name: 'Acme', externalId: 'ACME-1' })
    await create(admin, 'accounts', { name: 'Sales', organization })
    const file =
      'n,o,b\nSales,Acme,one\nSales,ACME-1,two\nOther,Acme,three\nNew,acme,four\nNew,ACME-1,five\nSales,Nowhere,six\n'
    const input = await inputOf('account', file, { columns: columns('name', 'organization', 'about'), key })
    const done = await both(input)
    expect(done.counts).toEqual({ ...none, create: 2, update: 1, conflict: 2, refused: 1 })
    expect(await problemsOf(done.jobId)).toEqual([
      'Line 2 has the same Name and Organization.',
      'Line 5 has the same Name and Organization.',
      'Organization: there is no organization called "Nowhere".',
    ])
  })

  it('are known after a run that was cut off', async () => {
    const rows = Array.from({ length: 1100 }, (_, at) => `Cut ${at},Acme,one`)
    rows[1050] = 'Cut 7,ACME-1,two'
    rows[1060] = 'Sales,ACME-1,two'
    rows[3] = 'Sales,Acme,first'
    const input = await inputOf('account', `n,o,b\n${rows.join('\n')}\n`, {
      columns: columns('name', 'organization', 'about'),
      key,
    })
    const { platform, modules } = app.application
    const { rows: ids } = await platform.database.owner.query(
      `insert into bulk_job (tenant_id, user_id, type, state, level, upload_id, file_name, config)
       values ($1, $2, 30, 10, 2, $3, 'names.csv', $4) returning job_id`,
      [
        app.tenantId,
        admin.actor.userId,
        input.config.uploadId,
        JSON.stringify({
          mode: 'createOrUpdate',
          emptyCells: 'keep',
          unreadableCells: 'refuse',
          unknownOwners: 'refuse',
          defaults: {},
          ...input.config,
        }),
      ],
    )
    const jobId = Number(ids[0].job_id)
    let asked = 0
    const signal = {
      get aborted() {
        asked += 1
        return asked > 1
      },
    } as AbortSignal
    await runJob(platform, modules, app.tenantId, jobId, signal)
    expect((await admin.get(`core/entity/bulk/${jobId}`)).body.data).toMatchObject({
      state: 20,
      rowsRead: 1000,
    })
    await runJob(platform, modules, app.tenantId, jobId, new AbortController().signal)
    const done = await ended(admin, jobId)
    expect(done).toMatchObject({ state: 40, counts: { ...none, create: 1097, update: 1, conflict: 2 } })
  })

  it('are not in conflict where JSON names two records by their ids', async () => {
    const ids = [
      await create(admin, 'organizations', { name: 'By id 1' }),
      await create(admin, 'organizations', { name: 'By id 2' }),
    ]
    const data = [...ids, ids[0]].map((id) => ({ name: 'J', organization: { id } }))
    const done = await run(admin, { level: 'account', config: { columns: [], key }, data })
    expect(done.counts).toEqual({ ...none, create: 2, conflict: 1 })
  })
})

describe('accounts that an import creates', () => {
  const mapped = creating('name', 'account', 'organization', 'email')

  it('lie in the organization that stands beside them', async () => {
    const file =
      'n,a,o,e\nAlice,EMEA,Umbrella,alice@x.com\nBob,EMEA,Globex,bob@x.com\nCarl,APAC,,carl@x.com\nDora,APAC,Initech,dora@x.com\n' +
      'Eve,EMEA,,eve@x.com\n'
    const done = await both(await inputOf('contact', file, { columns: mapped, key: ['email'] }))
    expect(done).toMatchObject({
      counts: { ...none, create: 4, refused: 1 },
      newParents: 6,
      findings: { newAccounts: 3 },
    })
    expect(await problemsOf(done.jobId)).toEqual([
      'Account: several accounts are "EMEA". Map its External ID instead.',
    ])
    const { data } = await list(admin, 'contacts', { sort: 'name' })
    const places = data.map(({ globalFields: { name, account, organization } }: Seen) => [
      name,
      account.name,
      organization?.name,
    ])
    expect(places).toEqual([
      ['Alice', 'EMEA', 'Umbrella'],
      ['Bob', 'EMEA', 'Globex'],
      ['Carl', 'APAC', 'Initech'],
      ['Dora', 'APAC', 'Initech'],
    ])
  })

  it('are counted alike by preview and run, over several batches', async () => {
    const rows = Array.from(
      { length: 600 },
      (_, at) => `P${at},HQ,${at < 500 ? 'OrgA' : 'OrgB'},p${at}@hq.com`,
    )
    const file = `n,a,o,e\n${rows.join('\n')}\n`
    const done = await both(await inputOf('contact', file, { columns: mapped, key: ['email'] }))
    expect(done).toMatchObject({ counts: { ...none, create: 600 }, newParents: 4 })
  })

  it('are not made up where the row contradicts what is there', async () => {
    const file = 'n,a,o,e\nFay,EMEA,Initech,fay@x.com\nGus,EMEA,Globex,gus@x.com\n'
    const plain = columns('name', 'account', 'organization', 'email')
    const done = await both(await inputOf('contact', file, { columns: plain, key: ['email'] }))
    expect(done.counts).toEqual({ ...none, create: 1, refused: 1 })
    expect(await problemsOf(done.jobId)).toEqual([
      'Account: there is no account called "EMEA" in the organization beside it.',
    ])
  })
})

describe('an account that is known by its external ID', () => {
  it('is refused beside an organization that it does not belong to', async () => {
    const organization = await create(admin, 'organizations', { name: 'Hooli' })
    await create(admin, 'organizations', { name: 'Raviga' })
    await create(admin, 'accounts', { name: 'Nucleus', externalId: 'NUC', organization })
    const file = 'n,a,o,e\nHal,NUC,Hooli,hal@x.com\nIda,NUC,Raviga,ida@x.com\nJon,NUC,,jon@x.com\n'
    const plain = columns('name', 'account', 'organization', 'email')
    const done = await both(await inputOf('contact', file, { columns: plain, key: ['email'] }))
    expect(done.counts).toEqual({ ...none, create: 2, refused: 1 })
    expect(await problemsOf(done.jobId)).toEqual([
      'Account: "NUC" does not belong to the organization beside it.',
    ])
  })
})

interface Seen {
  globalFields: { name: string; account: { name: string }; organization: { name: string } | null }
}

describe('a text that names two records', () => {
  it('is refused where one has it as its name and another as its external ID', async () => {
    await create(admin, 'organizations', { name: 'Twin' })
    await create(admin, 'organizations', { name: 'Other twin', externalId: 'Twin' })
    const file = 'k,n,o\nt1,Under twin,Twin\n'
    const done = await both(
      await inputOf('account', file, {
        columns: columns('externalId', 'name', 'organization'),
        key: ['externalId'],
      }),
    )
    expect(done.counts).toEqual({ ...none, refused: 1 })
    expect(await problemsOf(done.jobId)).toEqual([
      'Organization: "Twin" is the name of one organization and the external ID of another. Map its External ID instead.',
    ])
  })
})

describe('users that are not known', () => {
  it('are as an empty cell where nobody takes their place', async () => {
    const account = await create(admin, 'accounts', { name: 'Owned', externalId: 'owned' })
    const before = (await read(admin, 'accounts', account)).globalFields.owners
    expect(before).not.toHaveLength(0)
    const file = 'k,n,o\nowned,Still owned,ghost@example.com\n'
    const input = await inputOf('account', file, {
      columns: columns('externalId', 'name', 'owners'),
      key: ['externalId'],
      unreadableCells: 'refuse',
      unknownOwners: 'none',
    })
    const done = await both(input)
    expect(done.counts).toEqual({ ...none, update: 1 })
    expect((await read(admin, 'accounts', account)).globalFields).toMatchObject({
      name: 'Still owned',
      owners: before,
    })
  })
})
