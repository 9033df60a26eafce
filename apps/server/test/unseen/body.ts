import type { Things } from './things.ts'

type Body = (seen: Things) => unknown

const of = (things: Things, level: string): number => things[level as 'account']

const changeOf = (things: Things, level: string): number =>
  level === 'account' ? things.changeSet : things[`${level as 'contact'}Change`]

/** Bodies of the calls that each level has; the id in the path is one of the level. */
/** Numbers of a name that is in use once only; answers have them as ids of what was made. */
let serial = 700_000

const ofLevels: Record<string, (seen: Things, level: string) => unknown> = {
  create: (seen, level) => {
    const email = level === 'contact' ? { email: 'new@customer.test' } : {}
    const account = level === 'pipeline' || level === 'contact' ? { account: seen.account } : {}
    return { globalFields: { name: 'New', ...email, ...account } }
  },
  edit: () => ({ data: { about: 'Edited' } }),
  churn: () => ({ churned: true }),
  move: ({ parent }) => ({ formData: { organizationId: parent } }),
  restoreValue: (seen, level) => ({ field: 'about', changeSetId: changeOf(seen, level) }),
  assign: (seen, level) => ({ ids: [of(seen, level)], owners: [seen.user], mode: 'add' }),
  change: (seen, level) => ({ ids: [of(seen, level)], action: 'edit', data: { about: 'Changed' } }),
  getByIds: (seen, level) => [of(seen, level)],
  export: () => ({ format: 'csv', query: {}, columns: ['name'], scope: 'all' }),
  writeCells: (seen, level) => ({ cells: [{ id: of(seen, level), data: { about: 'Written' } }] }),
}

const templates: readonly (readonly [RegExp, keyof typeof ofLevels])[] = [
  [/^create(Organization|Account|Contact|Pipeline)$/, 'create'],
  [/^edit(Organization|Account|Contact|Pipeline)$/, 'edit'],
  [/^churn(Organization|Account)$/, 'churn'],
  [/^move(Organization|Account|Contact|Pipeline)$/, 'move'],
  [/^restore(Organization|Account|Contact|Pipeline)Value$/, 'restoreValue'],
  [/^assign(Organization|Account)s$/, 'assign'],
  [/^change(Organization|Account|Contact|Pipeline)s$/, 'change'],
  [/^get(Organization|Account|Contact|Pipeline)sByIds$/, 'getByIds'],
  [/^export(Organization|Account|Contact|Pipeline)s$/, 'export'],
  [/^write(Organization|Account|Contact|Pipeline)sCells$/, 'writeCells'],
]

const place = ({ account }: Things) => ({ level: 'account', parentIdentifier: account })
const pulseRule = { field: 'system:pulse', operator: 'isSetTo', value: [1] }
const columns = [
  { column: 0, target: 'name' },
  { column: 1, target: 'about' },
]
const bulkUpdate: Body = ({ account }) => ({
  type: 'massUpdate',
  level: 'account',
  selection: { ids: [account] },
  change: { data: { about: 'Set' } },
})
const surveyImport: Body = ({ upload }) => ({ uploadId: upload, columns: [{ column: 0, target: 'score' }] })
const userImport: Body = ({ upload }) => ({ uploadId: upload, columns: [{ column: 0, target: 'email' }] })
const handOver: Body = ({ user, colleague }) => ({
  fromUserId: user,
  toUserId: colleague,
  levels: ['account'],
})
const mail = (seen: Things) => ({
  ...place(seen),
  subject: 'Renewal',
  body: 'Hello',
  to: ['ada@customer.test'],
})

const target = { targetType: 'numeric', targetCriteria: 'is greater than', targetValue: 5 }

/** Calls of success plans. */
const planBodies: Record<string, Body> = {
  createSuccessPlan: ({ account }) => ({ level: 'account', entityId: account, name: 'Plan' }),
  changeSuccessPlan: () => ({ name: 'Changed plan' }),
  orderSuccessPlan: ({ milestone, kpi, planNote }) => ({ itemIds: [kpi, milestone, planNote] }),
  completeSuccessPlan: () => ({}),
  createMilestone: () => ({ name: 'Milestone' }),
  changeMilestone: () => ({ name: 'Changed milestone' }),
  createMilestoneTask: () => ({ title: 'Task' }),
  createKpi: () => ({ kpiName: 'KPI', targetDetails: target }),
  changeKpi: () => ({ kpiName: 'Changed KPI' }),
  createPlanItem: () => ({ kind: 'NOTE', name: 'Note' }),
  changePlanItem: () => ({ name: 'Changed note' }),
  previewPlanTemplate: ({ account }) => ({ entities: [account], startDate: '2026-03-01' }),
  applyPlanTemplate: ({ account }) => ({ entities: [account], startDate: '2026-03-01' }),
  moveMilestone: () => ({ days: 1 }),
  previewMilestoneMove: () => ({ days: 1 }),
  answerPlanComments: () => ({ text: 'Yes.' }),
  createPlanShare: () => ({ label: 'For Ada', expiresOn: '2099-12-31', shown: {} }),
  changePlanShare: () => ({ label: 'For Bo' }),
}

/** Calls about several tasks, with what they take beside the tasks. */
const taskActs = {
  completeTasks: {},
  completeTaskChecklists: {},
  startTasks: {},
  archiveTasks: {},
  reassignTasks: { assigneeId: null },
  rescheduleTasks: { days: 1 },
}

/** Bodies that the callers may send, with names of what they see. Calls without one here take none, or all of it is optional. */
const bodies: Record<string, Body> = {
  ...planBodies,
  createApiToken: () => ({ name: 'Another', permissions: ['record.read'] }),
  previewHandOver: handOver,
  handOver,
  getContactsByEmails: ({ email }) => ({ emails: [email] }),
  checkFormula: ({ account }) => ({
    level: 'account',
    formula: '{arr} / 12',
    dataType: 'number',
    recordId: account,
  }),
  pinTimelineItem: () => ({ pinStatus: true }),
  pinFile: () => ({ pinStatus: true }),
  markItemsSeen: ({ item }) => ({ itemIds: [item] }),
  createComment: () => ({ body: 'Thanks' }),
  changeComment: () => ({ body: 'Thanks again' }),
  createUpload: () => ({ fileName: 'customers.csv', size: 10 }),
  detectUpload: () => ({ level: 'account' }),
  putFollow: () => ({ follows: true }),
  previewBulk: ({ upload }) => ({ level: 'account', config: { uploadId: upload, columns, key: ['name'] } }),
  previewBundle: ({ upload }) => ({
    type: 'bundle',
    parts: [{ level: 'account', config: { uploadId: upload, columns, key: ['name'] } }],
  }),
  startBulk: ({ upload }) => ({
    type: 'entityBulkUpload',
    level: 'account',
    config: { uploadId: upload, columns, key: ['name'] },
  }),
  previewBulkUpdate: bulkUpdate,
  createSegment: () => ({
    name: `New segment ${(serial += 1)}`,
    segmentLevel: 'account',
    isPrivate: true,
    logic: pulseRule,
  }),
  changeSegment: () => ({ description: 'Changed' }),
  filterBySegment: () => ({ segmentLevel: 'account', logic: pulseRule }),
  createTask: (seen) => ({ ...place(seen), title: 'Task' }),
  createTaskInPlaybooks: (seen) => ({ ...place(seen), title: 'Task' }),
  createTaskLines: (seen) => ({ ...place(seen), lines: ['One', 'Two'] }),
  createTaskLinesInPlaybooks: (seen) => ({ ...place(seen), lines: ['One', 'Two'] }),
  changeTask: () => ({ title: 'Changed task' }),
  changeTaskInPlaybooks: () => ({ title: 'Changed task' }),
  createTaskComment: () => ({ body: 'Thanks' }),
  createTaskCommentInPlaybooks: () => ({ body: 'Thanks' }),
  changeTaskComment: () => ({ body: 'Thanks again' }),
  changeTaskCommentInPlaybooks: () => ({ body: 'Thanks again' }),
  ...Object.fromEntries(
    Object.entries(taskActs).flatMap(([name, more]) =>
      ['', 'InPlaybooks'].map((suffix): [string, Body] => [
        `${name}${suffix}`,
        ({ task }) => ({ taskIds: [task], ...more }),
      ]),
    ),
  ),
  previewPlaybook: ({ account }) => ({ entities: [account] }),
  applyPlaybook: ({ account }) => ({ entities: [account] }),
  changePlaybookInstance: () => ({ dueDate: '2090-01-31' }),
  changePlaybookInstances: ({ playbookInstance }) => ({ instanceIds: [playbookInstance], action: 'start' }),
  skipPlaybookStep: () => ({ reason: 'Done before.' }),
  createSurvey: () => ({ name: 'How are we doing?', type: 'nps' }),
  changeSurvey: () => ({ name: 'Another name' }),
  pauseSurvey: () => ({ paused: true }),
  previewSurveyImport: surveyImport,
  importSurveyResponses: surveyImport,
  previewUserImport: userImport,
  importUsers: userImport,
  createSurveyLink: ({ contact }) => ({ contactId: contact }),
  createNote: (seen) => ({ ...place(seen), title: 'Note' }),
  changeNote: () => ({ title: 'Changed note' }),
  createNoteTemplate: () => ({ name: 'Outline' }),
  createTaskView: () => ({ name: `New view ${(serial += 1)}` }),
  changeTaskView: () => ({ isPrivate: true }),
  createActivity: (seen) => ({ ...place(seen), activityTypeId: seen.activityType, title: 'Call' }),
  changeActivity: () => ({ title: 'Changed call' }),
  createPulse: (seen) => ({ ...place(seen), pulse: 4, description: 'Fine' }),
  changePulse: () => ({ pulse: 5, description: 'Better' }),
  putFiles: (seen) => ({ files: [seen.file], linkedEntities: { accounts: [seen.account] } }),
  changeFiles: () => ({ comment: 'Signed' }),
  sendMail: mail,
  answerMail: (seen) => ({ ...mail(seen), inReplyTo: seen.mail, mode: 'reply' }),
  changeMailThreadStatus: () => ({ status: 10 }),
  changeMailThreadLinking: ({ contact }) => ({ link: { contacts: [contact] } }),
  createMailTemplate: () => ({ name: 'Renewal' }),
  fillMailTemplate: (seen) => ({ ...place(seen), subject: 'Hello', body: 'Hello' }),
  putScoreOverride: () => ({ score: 3.5, reason: 'Their sponsor left.', endsOn: '2090-01-31' }),
}

/** A body of an operation that the callers may send, about what they see; undefined where none is needed. */
export function bodyOf(operationId: string, seen: Things): unknown {
  for (const [pattern, template] of templates) {
    const level = pattern.exec(operationId)?.[1]?.toLowerCase()
    if (level) return ofLevels[template]?.(seen, level)
  }
  return bodies[operationId]?.(seen)
}
