import { eml, importOne } from '../../src/modules/email/email.fixture.ts'
import { ended } from '../../src/modules/bulk/bulk.fixture.ts'
import { endedExport } from '../../src/modules/export/export.fixture.ts'
import { addressOf, storeFile } from '../../src/modules/file/file.fixture.ts'
import { upload } from '../../src/modules/sheet/sheet.fixture.ts'
import { storeComment } from '../../src/modules/shared-plan/comment.fixture.ts'
import type { Answer, Client, TestApp } from '../harness.ts'

/** What a call can name, and rules of rows or of owners hide: each by how it is named. */
export type Things = Awaited<ReturnType<typeof makeThings>> & Awaited<ReturnType<typeof makeJobs>>
export type Kind = keyof Things

type Make = (path: string, body: object, key: string) => Promise<number>

async function makeRecords(made: Make, mark: string, emailDomain: string) {
  const fields = (letter: string) => ({ name: `${mark} ${letter}`, externalId: `${mark}-${letter}` })
  const record = (plural: string, key: string, globalFields: object) =>
    made(`core/${plural}`, { globalFields }, key)
  const organization = await record('organizations', 'organizationId', fields('o'))
  const account = await record('accounts', 'accountId', { ...fields('a'), organization })
  const email = `${mark}@${emailDomain}`
  const contact = await record('contacts', 'contactId', { ...fields('c'), email, account })
  const pipeline = await record('pipelines', 'pipelineId', { ...fields('p'), account })
  const parent = await record('organizations', 'organizationId', { name: `${mark} parent` })
  return { organization, account, contact, pipeline, parent, email }
}

async function makeLogged(made: Make, client: Client, mark: string, account: number) {
  const place = { level: 'account', parentIdentifier: account }
  const [type] = (await client.get('core/activity-type')).body.data
  const activity = { ...place, activityTypeId: type.activityTypeId, title: `${mark} call` }
  const note = { ...place, title: `${mark} note` }
  const item = await made('core/notes', note, 'itemId')
  const deleted = await made('core/notes', note, 'noteId')
  await client.delete(`core/notes/${deleted}`)
  return {
    activityType: Number(type.activityTypeId),
    item,
    deleted,
    comment: await made(`core/timeline/${item}/comments`, { body: `${mark} comment` }, 'commentId'),
    note: await made('core/notes', note, 'noteId'),
    activity: await made('core/entity-action/activity', activity, 'activityId'),
    pulse: await made('core/entity-action/pulse', { ...place, pulse: 3, description: mark }, 'pulseId'),
  }
}

/** A playbook, and that it runs on an account. */
async function makePlaybook(app: TestApp, client: Client, mark: string, account: number) {
  const templates = 'playbook/playbook-templates'
  const template = { name: `${mark} playbook`, level: 'account', steps: [{ key: 'call', title: 'Call' }] }
  const admin = await app.as('administrator')
  const { templateId } = (await admin.post(templates, template)).body.data
  await admin.post(`${templates}/${templateId}/active`)
  const applied = await client.post(`${templates}/${templateId}/apply`, { entities: [account] })
  return { playbook: Number(templateId), playbookInstance: Number(applied.body.data.instanceIds[0]) }
}

/** A success plan with an item of every kind that calls name. */
async function makePlan(app: TestApp, made: Make, mark: string, account: number) {
  const plans = 'success-plan/success-plan'
  const planName = `${mark} plan`
  const plan = await made(plans, { level: 'account', entityId: account, name: planName }, 'successPlanId')
  const item = (path: string, body: object) => made(`${plans}/${plan}/${path}`, body, 'itemId')
  const targetDetails = { targetType: 'numeric', targetCriteria: 'is greater than', targetValue: 5 }
  const template = { name: 'Onboarding', level: 'account', planName: 'Onboarding' }
  const admin = await app.as('administrator')
  const { templateId } = (await admin.post('success-plan/template', template)).body.data
  const link = { label: `${mark} link`, expiresOn: '2099-12-31', shown: {} }
  const planShare = await made(`${plans}/${plan}/share`, link, 'shareId')
  return {
    planComment: await storeComment(app, app.tenantId, planShare, mark),
    planTemplate: Number(templateId),
    plan,
    planName,
    milestone: await item('milestone', { name: `${mark} milestone`, dueDate: '2026-03-31' }),
    kpi: await item('kpi', { kpiName: `${mark} KPI`, targetDetails }),
    planShare,
    planNote: await item('item', { kind: 'NOTE', name: `${mark} plan note` }),
  }
}

/** A survey that is live, with a wave and a response. */
async function makeSurvey(app: TestApp) {
  const admin = await app.as('administrator')
  const url = 'survey-management/surveys'
  const form = { name: 'How are we doing?', type: 'nps', channels: { mail: true, openLink: true } }
  const { surveyId } = (await admin.post(url, form)).body.data
  const { openLink } = (await admin.post(`${url}/${surveyId}/publish`)).body.data
  const answer = { answers: { score: 9 }, visitor: 'a-browser-of-the-test' }
  await app.anonymous.post(`survey-ask/${new URL(openLink).pathname.split('/').at(-1)}/answer`, answer)
  const [wave] = (await admin.post(`${url}/${surveyId}/waves`)).body.data
  const [response] = (await admin.get(`${url}/${surveyId}/responses`)).body.data
  return {
    survey: Number(surveyId),
    surveyWave: Number(wave.waveId),
    surveyResponse: Number(response.responseId),
  }
}

/** A job and an export that have ended: they need a worker. */
export async function makeJobs(client: Client, { account }: { account: number }, mark: string) {
  const rows = [{ id: account, data: { about: `${mark} row` } }]
  const job = await client.post('core/entity/bulk', { type: 'entity', level: 'account', data: rows })
  const file = { format: 'csv', columns: ['name'], query: {}, scope: 'all' }
  const exported = await client.post('core/accounts/export', file)
  const { jobId } = job.body.data
  const { exportId } = exported.body.data
  await ended(client, jobId)
  await endedExport(client, exportId)
  return { job: jobId as number, export: exportId as number }
}

/** One thing of every kind, made by a client; every text of them holds the mark. */
export async function makeThings(app: TestApp, client: Client, mark: string, colleague: number) {
  const send = async (path: string, body: object): Promise<Answer['body']> => {
    const answer = await client.post(path, body)
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const made: Make = async (path, body, key) => (await send(path, body)).data[key]
  const records = await makeRecords(made, mark, 'customer.test')
  const { account, email } = records
  const logged = await makeLogged(made, client, mark, account)
  const { fileId: file } = await storeFile(app, client, `${mark} text`, `${mark}.txt`)
  const { fileId: grouped } = await storeFile(app, client, `${mark} more`, `${mark}-2.txt`)
  const files = await made(
    'core/files',
    { files: [grouped], linkedEntities: { accounts: [account] } },
    'groupId',
  )
  const mail = eml({ id: `<${mark}@mail.test>`, from: email, subject: `${mark} mail` })
  const imported = await importOne(app, client, `level=account&parentIdentifier=${account}`, mail)
  const task = await made(
    'tasks',
    { title: `${mark} task`, level: 'account', parentIdentifier: account },
    'taskId',
  )
  const about = { data: { about: `${mark} about` } }
  const changed = async (plural: string, id: number): Promise<number> =>
    (await send(`core/${plural}/${id}`, about)).changeSetId
  const logic = { field: 'name', operator: 'contains', value: mark }
  const segment = { name: `${mark} segment`, segmentLevel: 'account', isPrivate: true, logic }
  await app.application.modules.identity.startSession(client.actor.tenantId, client.actor.userId, {
    remember: false,
  })
  const sessions: { sessionId: number; current: boolean }[] = (await client.get('identity/sessions')).body
    .data
  return {
    ...records,
    ...logged,
    user: client.actor.userId,
    colleague,
    segmentName: `${mark} segment`,
    taskTitle: `${mark} task`,
    externalId: `${mark}-a`,
    parentExternalId: `${mark}-o`,
    name: `${mark} o`,
    messageId: `<${mark}@mail.test>`,
    file,
    grouped,
    files,
    ...(await makePlaybook(app, client, mark, account)),
    ...(await makePlan(app, made, mark, account)),
    ...(await makeSurvey(app)),
    task,
    taskView: await made('task-views', { name: `${mark} view` }, 'viewId'),
    importMapping: await made(
      'core/entity/bulk/mappings',
      {
        level: 'account',
        name: `${mark} mapping`,
        choices: { columns: [{ header: 'Name', target: 'name' }] },
      },
      'mappingId',
    ),
    taskComment: await made(`tasks/${task}/comments`, { body: `${mark} remark` }, 'commentId'),
    address: String((await addressOf(client, file)).split('/').at(-1)),
    thread: imported.threadId,
    mail: imported.messageId,
    changeSet: await changed('accounts', account),
    organizationChange: await changed('organizations', records.organization),
    contactChange: await changed('contacts', records.contact),
    pipelineChange: await changed('pipelines', records.pipeline),
    emptyUpload: await made('core/entity/bulk/uploads', { fileName: 'empty.csv', size: 9 }, 'uploadId'),
    upload: await upload(app, client, `${mark}.csv`, `name,about\n${mark} row,x\n`),
    segment: await made('segment', segment, 'segmentId'),
    apiToken: await made('identity/api-tokens', { name: mark, permissions: ['record.read'] }, 'apiTokenId'),
    session: sessions.find(({ current }) => !current)?.sessionId ?? 0,
  }
}
