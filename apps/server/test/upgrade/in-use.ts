import { expect } from 'vitest'
import { transact } from '../../src/platform/db/database.ts'
import { define, formula, rollup } from '../../src/modules/calculation/calculation.fixture.ts'
import { png, sendPicture } from '../../src/modules/file/image.fixture.ts'
import { mentioning } from '../../src/modules/timeline/timeline.fixture.ts'
import type { Answer, Client, TestApp } from '../harness.ts'
import { factorFixture } from '../second-factor.ts'
import { callFrom, password, signIn } from '../sign-in.ts'

function good(answer: Answer): Answer['body'] {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

/** What people leave behind who sign in, or cannot. */
async function comeAndGo(app: TestApp, { actor }: Client): Promise<void> {
  const { tenantId, userId } = actor
  const { identity } = app.application.modules
  await transact(app.application.platform.database.tenant(tenantId), (tx) =>
    identity.createCredential(tx, tenantId, userId, password),
  )
  const { email } = (await app.application.modules.users.directory(tenantId)).all.find(
    (user) => user.userId === userId,
  ) as { email: string }
  good(await signIn(app, email, { remember: true }))
  expect((await signIn(app, 'somebody@example.com', { password: 'not this one' })).status).toBe(401)
  good(await callFrom(app, 'identity/forgot-password', { body: { username: email } }))
  const factors = factorFixture(app)
  await factors.withAuthenticator()
}

/** How a tenant shapes its fields, lists and pages. */
async function arrange(client: Client): Promise<void> {
  await define(client, formula('account', 'long_name', 'number', 'len({name})'))
  await define(
    client,
    rollup('organization', 'accounts', 'number', null, { childLevel: 'account', function: 'count' }),
  )
  good(await client.put('core/fields/system/-2', { required: false, isEditable: true }))
  good(
    await client.patch('core/field-mappings?level=account', {
      data: { 'system:externalId': { externalNames: ['Customer no.'] } },
    }),
  )
  good(
    await client.put('core/field-sections?level=account', {
      sections: [{ name: 'Contract', fields: ['about'] }],
    }),
  )
  good(
    await client.put('core/table-column-config?scope=account-list', {
      config: ['name', 'system:health'],
      pinned: ['name'],
      widths: { name: 280 },
    }),
  )
  good(await client.put('core/overview-cards?level=account', { cards: ['latest', 'figures'] }))
  good(
    await client.post(`core/user-settings/${client.actor.userId}/stat-bar/list/account`, {
      widgets: ['total', 'stages'],
    }),
  )
  good(await client.patch('identity/sign-in-settings', { domains: ['steward.example'] }))
  const segment = good(
    await client.post('segment', {
      name: 'With a pulse',
      segmentLevel: 'account',
      logic: { field: 'system:pulse', operator: 'set' },
    }),
  )
  good(await client.post(`segment/${segment.segmentId}/pin/pin`))
}

/** What is done with an account and what was logged on it. */
async function workOn(app: TestApp, client: Client, colleague: Client): Promise<void> {
  const account = good(await client.post('core/accounts', { globalFields: { name: 'Looked after' } }))
  const record = { level: 'account', parentIdentifier: account.accountId }
  const note = good(
    await client.post('core/notes', {
      ...record,
      title: 'First',
      description: mentioning(colleague.actor.userId),
    }),
  )
  good(await client.put(`core/notes/${note.noteId}`, { title: 'Second' }))
  good(await client.patch(`core/notes/${note.noteId}/bookmark`, { bookmarkStatus: true }))
  good(
    await client.put(`health-management/scores/${account.accountId}/override?level=account`, {
      score: 3.5,
      reason: 'Their sponsor left.',
      endsOn: '2040-01-31',
    }),
  )
  good(await sendPicture(app, client, png(4, 4)))
  const selection = { ids: [account.accountId] }
  good(
    await client.post('core/entity/bulk', {
      type: 'massUpdate',
      level: 'account',
      selection,
      change: { data: { about: 'Together' } },
    }),
  )
  good(await client.post('core/accounts/export', { format: 'csv', columns: ['name'] }))
}

/** One act of every kind beyond what the demo and a thing of every kind leave behind. */
export async function useMuch(app: TestApp, client: Client, colleague: Client): Promise<void> {
  await comeAndGo(app, client)
  await arrange(client)
  await workOn(app, client, colleague)
}
