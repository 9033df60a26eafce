import { expect } from 'vitest'
import { eml, importOne } from '../../src/modules/email/email.fixture.ts'
import type { Answer, Client, TestApp } from '../harness.ts'
import { makeLogged, type Make } from './own-logged.ts'
import { makePlans } from './own-plans.ts'
import { makeScenario } from './own-scenario.ts'
import { makeSurveys } from './own-survey.ts'
import { upload } from '../../src/modules/sheet/sheet.fixture.ts'
import { storeFile } from '../../src/modules/file/file.fixture.ts'

/** A delivery of an event that failed for good. */
async function failDelivery(app: TestApp, { actor }: Client): Promise<string> {
  const { rows } = await app.application.platform.database.owner.query<{ id: number }>(
    `insert into event_failure (tenant_id, subscriber, event_id, type, version, payload, at, failure, attempts, failing_since)
     values ($1, 'bulk', 1, 'bulk.finished', 1, '{"jobId": 1}', now(), 'Error', 20, now()) returning failure_id as id`,
    [actor.tenantId],
  )
  return String(rows[0]?.id)
}

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

/** A measure of the health score, a version and a trial. */
async function makeHealth(client: Client, made: Make) {
  const models = 'health-management/models/organization'
  const { revision, published } = (await client.get(models)).body.data
  const trial = await made(`${models}/trial`, { revision }, (body) => body.data.trialId)
  const measure = {
    name: 'Low pulse',
    metric: 'field:-2',
    otherwise: 0,
    weight: 1,
    missing: 'ignore',
    scope: 1,
    entityLevelId: 2,
    rules: [{ operator: 'gte', value: 4, points: 10 }],
  }
  return {
    version: String(published.versionId),
    trial,
    measure: await made('health-management/score-settings', measure, (body) => body.data.scoreId),
  }
}

/** An import of one user, whose address no other company has. */
async function importUser(app: TestApp, client: Client, made: Make): Promise<string> {
  const uploadId = await upload(app, client, 'team.csv', `Email\nteam${client.actor.tenantId}@example.com\n`)
  const form = { uploadId, columns: [{ column: 0, target: 'email' }], sendsMail: false }
  return made('user-management/imports', form, (body) => body.data[0].importId)
}

/** A lifecycle stage, and one that was deleted. */
async function makeStages(client: Client, made: Make) {
  const add = (displayName: string) =>
    made('core/lifecycles', { entityLevel: 'account', displayName }, (body) => body.data.lifecycleStageId)
  const [stage, deletedStage] = [await add('Growing'), await add('Passing')]
  const answer = await client.delete(`core/lifecycles/${deletedStage}`, { entityLevel: 'account' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { stage, deletedStage }
}

/** The ids of one object of every kind that a tenant has: what a new route with an id wants to find is added here. */
export async function ownObjects(app: TestApp, client: Client): Promise<string[]> {
  return Object.values(await namedObjects(app, client))
}

/** A playbook, one of its steps, and an instance with the application that made it. */
async function makePlaybook(client: Client, made: Make, account: string) {
  const steps = [{ key: 'call', title: 'Call' }]
  const effect = { measure: 'health', days: 90, holdOutPercent: 20 }
  const templates = 'playbook/playbook-templates'
  const playbook = await made(
    templates,
    { name: 'Review', level: 'account', steps, effect },
    (body) => body.data.templateId,
  )
  await client.post(`${templates}/${playbook}/active`)
  const { body } = await client.get(`${templates}/${playbook}`)
  const apply = { entities: [Number(account)] }
  const applied = await client.post(`${templates}/${playbook}/apply`, apply)
  return {
    playbook,
    playbookStep: String(body.data.steps[0].stepId),
    playbookInstance: String(applied.body.data.instanceIds[0]),
    playbookApplication: String(applied.body.data.applicationId),
  }
}

/** The same by what they are. */
export async function namedObjects(app: TestApp, client: Client) {
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
  const announced = await made(
    'core/entity/bulk/uploads',
    { fileName: 'a.csv', size: 9 },
    (body) => body.data.uploadId,
  )
  const job = await made(
    'core/entity/bulk',
    { type: 'entity', level: 'account', data: [{ id: Number(account), data: { about: 'More' } }] },
    (body) => body.data.jobId,
  )
  const importMapping = await made(
    'core/entity/bulk/mappings',
    { level: 'account', name: 'Mapping', choices: { columns: [{ header: 'Name', target: 'name' }] } },
    (body) => body.data.mappingId,
  )
  const task = await made(
    'tasks',
    { title: 'Task', level: 'account', parentIdentifier: Number(account) },
    (body) => body.data.taskId,
  )
  const taskComment = await made(`tasks/${task}/comments`, { body: 'Comment' }, (body) => body.data.commentId)
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
  const webhook = await made(
    'webhook-management/webhooks',
    { endpoint: 'https://example.com/hooks', events: ['account.created'] },
    (body) => body.data.webhookId,
  )
  const workCalendar = await made(
    'work-calendar/calendars',
    { name: 'Shifts', workingDays: [1, 2, 3] },
    (body) => body.data.calendarId,
  )
  return {
    ...logged,
    ...(await makePlaybook(client, made, account)),
    ...(await makePlans(app, client, made, account)),
    ...(await makeScenario(app, client, account)),
    ...(await makeSurveys(app, client, made, contact)),
    webhook,
    workCalendar,
    ...(await makeHealth(client, made)),
    ...(await makeStages(client, made)),
    thread: String(mail.threadId),
    mail: String(mail.messageId),
    mailTemplate,
    organization,
    account,
    contact,
    pipeline,
    segment,
    changed,
    field,
    pin,
    upload: announced,
    task,
    taskComment,
    taskView: await made('task-views', { name: 'Urgent' }, (body) => body.data.viewId),
    importMapping,
    userImport: await importUser(app, client, made),
    job,
    message,
    apiToken,
    file: String(fileId),
    files,
    user: String(client.actor.userId),
    failedDelivery: await failDelivery(app, client),
  }
}
