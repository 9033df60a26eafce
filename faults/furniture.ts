import type { Client } from './client.ts'
import { importFile, readJob } from './import-file.ts'
import { until } from './until.ts'

type Sql = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>

/** What the rounds work on: accounts below organizations, with values that others are calculated from. */
export interface Furniture {
  scale: number
  tenantId: number
  userId: number
  accounts: number
  /** A number of accounts that bulk updates set. */
  mark: Field
  /** A number of one account that single edits count up. */
  visits: Field
  /** Twice the mark, by a formula. */
  twice: Field
  /** The sum of the marks of an organization's accounts. */
  sum: Field
  /** The account of single edits, notes and mails; bulk updates change it too. */
  accountId: number
}

export interface Field {
  id: number
  name: string
}

const accountsAtFullScale = 6000
const organizations = 40

/** The points of an account with a mark: the health of all accounts follows it. */
export const pointsOf = (mark: number): number => (mark >= 50 ? 10 : 5)

async function addField(client: Client, body: object): Promise<Field> {
  const { data } = await client.post('/core/fields', body)
  return { id: data.customColumnId, name: data.name }
}

async function importAccounts(client: Client, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => [
    `account-${at}`,
    `Account ${at}`,
    `Organization ${at % organizations}`,
  ])
  const fields = ['externalId', 'name', 'organization']
  const jobId = await importFile(client, { level: 'account', fields, rows, createParents: true })
  await until('The import of the accounts', 120_000, async () => (await readJob(client, jobId)).state >= 30)
  const job = await readJob(client, jobId)
  if (job.counts['create'] !== count) throw new Error(`The accounts were not made: ${JSON.stringify(job)}`)
}

async function publishHealth(client: Client, mark: Field): Promise<void> {
  const { data } = await client.get('/health-management/models/2')
  const measure = {
    scoreId: null,
    name: 'Mark',
    metric: `field:${mark.id}`,
    period: null,
    rules: [{ operator: 'gte', value: 50, points: pointsOf(50) }],
    otherwise: pointsOf(0),
    weight: 1,
    missing: 'ignore',
    groupId: null,
    scope: 1,
    scopeReferenceId: null,
    entityLevelId: 2,
  }
  const model = { source: { from: 'measures' }, groups: [], bounds: [], measures: [measure] }
  const { revision } = (await put(client, '/health-management/models/2', { model, revision: data.revision }))
    .data
  await client.post('/health-management/models/2/publish', { revision, note: '' })
}

async function put(client: Client, path: string, content: object) {
  const { status, body } = await client.call('PUT', path, content)
  if (status !== 200) throw new Error(`PUT ${path} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

export async function furnish(client: Client, sql: Sql, scale: number): Promise<Furniture> {
  const number = { dataType: 'number' }
  const mark = await addField(client, { ...number, displayName: 'Mark', columnLevel: 'account' })
  const visits = await addField(client, { ...number, displayName: 'Visits', columnLevel: 'account' })
  const calculatedFields = { formula: `{${mark.name}} * 2` }
  const twice = await addField(client, {
    ...number,
    displayName: 'Twice',
    columnLevel: 'account',
    horizontal: true,
    calculatedFields,
  })
  const sum = await addField(client, {
    ...number,
    displayName: 'Marks',
    columnLevel: 'organization',
    vertical: true,
    childId: mark.id,
    rollup: { childLevel: 'account', function: 'sum' },
  })
  await publishHealth(client, mark)
  const accounts = Math.max(200, Math.round(accountsAtFullScale * scale))
  await importAccounts(client, accounts)
  const [account] = await sql<{ tenant_id: number; record_id: string }>(
    `select tenant_id, record_id from record where external_id = 'account-0'`,
  )
  if (!account) throw new Error('The accounts are not there.')
  const { tenant_id: tenantId, record_id } = account
  const [user] = await sql<{ user_id: number }>('select user_id from app_user where tenant_id = $1 limit 1', [
    tenantId,
  ])
  return {
    scale,
    tenantId,
    userId: user?.user_id ?? 0,
    accounts,
    mark,
    visits,
    twice,
    sum,
    accountId: Number(record_id),
  }
}
