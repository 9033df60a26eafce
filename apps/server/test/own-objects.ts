import { expect } from 'vitest'
import { eml, importOne } from '../src/modules/email/email.fixture.ts'
import type { Answer, Client, TestApp } from './harness.ts'
import { storeFile } from '../src/modules/file/file.fixture.ts'

async function sendMessage(app: TestApp, client: Client): Promise<string> {
  const { platform, modules } = app.application
  const { tenantId } = client.actor
  await modules.messenger.send(platform.database.tenant(tenantId), tenantId, {
    template: 'sign-in-code',
    to: { phone: '+4915112345678' },
    data: { code: '123456', validMinutes: 10 },
    tenantName: 'Test company',
  })
  const { body } = await client.get('messenger/messages?pageSize=1')
  return String(body.data[0].messageId)
}

type Make = (path: string, body: object, read: (body: Answer['body']) => unknown) => Promise<string>

/** A note, an activity and a pulse of an account, with a type and a template. */
/** A comment that has the id of its item, as a call with both is tried with one id for both. */
async function makeComment(made: Make, record: object): Promise<string> {
  for (let commentId = 0; ;) {
    const itemId = await made('core/notes', { ...record, title: 'Commented' }, (body) => body.data.noteId)
    while (commentId < Number(itemId)) {
      const path = `core/timeline/${itemId}/comments`
      commentId = Number(await made(path, { body: 'Comment' }, (body) => body.data.commentId))
    }
    if (commentId === Number(itemId)) return itemId
  }
}

async function makeLogged(client: Client, made: Make, account: string): Promise<string[]> {
  const types = await client.get('core/activity-type')
  const { activityTypeId } = types.body.data[0]
  const record = { level: 'account', parentIdentifier: Number(account) }
  return [
    String(activityTypeId),
    await made('core/note-templates', { name: 'Outline' }, (body) => body.data.templateId),
    await makeComment(made, record),
    await made('core/notes', { ...record, title: 'Note' }, (body) => body.data.noteId),
    await made('core/entity-action/activity', { ...record, activityTypeId }, (body) => body.data.activityId),
    await made('core/entity-action/pulse', { ...record, pulse: 3 }, (body) => body.data.pulseId),
  ]
}

/** The ids of one object of every kind that a tenant has: what a new route with an id wants to find is added here. */
export async function ownObjects(app: TestApp, client: Client): Promise<string[]> {
  const made = async (
    path: string,
    body: object,
    read: (body: Answer['body']) => unknown,
  ): Promise<string> => {
    const answer = await client.post(path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return String(read(answer.body))
  }
  const record = (plural: string, key: string, globalFields: object) =>
    made(`core/${plural}`, { globalFields }, (body) => body.data[key])
  const organization = await record('organizations', 'organizationId', { name: 'Parent' })
  const account = await record('accounts', 'accountId', { name: 'Child', organization: Number(organization) })
  const contact = await record('contacts', 'contactId', {
    name: 'Person',
    email: 'p@example.com',
    account: Number(account),
  })
  const pipeline = await record('pipelines', 'pipelineId', { name: 'Deal', account: Number(account) })
  const changed = await made(
    `core/accounts/${account}`,
    { data: { about: 'Text' } },
    (body) => body.changeSetId,
  )
  const field = await made(
    'core/fields',
    {
      displayName: 'Region',
      dataType: 'singlePicklist',
      columnLevel: 'account',
      picklistDefinition: ['North'],
    },
    (body) => body.data.customColumnId,
  )
  const pin = await made(
    'core/field-pins',
    { customColumnId: Number(field), type: 'summary' },
    (body) => body.data.pinId,
  )
  const upload = await made(
    'core/entity/bulk/uploads',
    { fileName: 'a.csv', size: 4 },
    (body) => body.data.uploadId,
  )
  const job = await made(
    'core/entity/bulk',
    { type: 'entity', level: 'account', data: [{ id: Number(account), data: { about: 'More' } }] },
    (body) => body.data.jobId,
  )
  const message = await sendMessage(app, client)
  const apiToken = await made(
    'identity/api-tokens',
    { name: 'Export', permissions: ['record.read'] },
    (body) => body.data.apiTokenId,
  )
  const segment = await made(
    'segment',
    {
      name: 'Low',
      segmentLevel: 'account',
      logic: { field: 'system:pulse', operator: 'isSetTo', value: [1] },
    },
    (body) => body.data.segmentId,
  )
  const { fileId } = await storeFile(app, client, 'text')
  const files = await made(
    'core/files',
    { files: [fileId], linkedEntities: { accounts: [Number(account)] } },
    (body) => body.data.groupId,
  )
  const logged = await makeLogged(client, made, account)
  const mail = await importOne(app, client, `level=account&parentIdentifier=${account}`, eml())
  const mailTemplate = await made('email-v3/templates', { name: 'Renewal' }, (body) => body.data.templateId)
  return [
    ...logged,
    String(mail.threadId),
    String(mail.messageId),
    mailTemplate,
    organization,
    account,
    contact,
    pipeline,
    segment,
    changed,
    field,
    pin,
    upload,
    job,
    message,
    apiToken,
    String(fileId),
    files,
    String(client.actor.userId),
  ]
}
