import type { Objects } from './two-tenants.ts'

type Kind = keyof Objects

/** What an id in a path is an id of. */
const byPath: readonly (readonly [RegExp, Kind])[] = [
  [/survey-management\/records/, 'account'],
  [/survey-management/, 'survey'],
  [/uploads\/\{uploadId\}/, 'upload'],
  [/tasks\/\{id\}/, 'task'],
  [/task-views/, 'taskView'],
  [/bulk\/mappings/, 'importMapping'],
  [/user-management\/imports/, 'userImport'],
  [/lifecycles\/\{id\}\/(removal|restore)/, 'deletedStage'],
  [/\{threadId\}/, 'thread'],
  [/email-threads|\/users\//, 'user'],
  [/organizations\//, 'organization'],
  [/accounts\//, 'account'],
  [/contacts\//, 'contact'],
  [/pipelines\//, 'pipeline'],
  [/health-management\/scores/, 'account'],
  [/score-settings/, 'measure'],
  [/\{versionId\}/, 'version'],
  [/\{trialId\}/, 'trial'],
  [/task-templates\/\{id\}/, 'playbookStep'],
  [/playbook-templates/, 'playbook'],
  [/playbook-instances/, 'playbookInstance'],
  [/\{applicationId\}/, 'playbookApplication'],
  [/success-plan\/success-plan/, 'plan'],
  [/scenario-management\/nodes/, 'scenarioNode'],
  [/scenario-management\/runs/, 'scenarioRun'],
  [/scenario-management\/records\/\{id\}\/subscription/, 'contact'],
  [/scenario-management\/records/, 'account'],
  [/scenario-management\/approvals/, 'scenarioApproval'],
  [/scenario-management/, 'scenario'],
  [/work-calendar/, 'workCalendar'],
  [/segment\//, 'segment'],
  [/\/fields\//, 'field'],
  [/field-pins/, 'pin'],
  [/lifecycles\//, 'stage'],
  [/deleted/, 'deletedStage'],
  [/activity-type/, 'activityType'],
  [/note-templates/, 'noteTemplate'],
  [/\/notes\//, 'note'],
  [/entity-action\/activity/, 'activity'],
  [/entity-action\/pulse/, 'pulse'],
  [/comments|timeline/, 'commented'],
  [/core\/files\/\{groupId\}/, 'files'],
  [/\{fileId\}/, 'file'],
  [/email-v3\/threads/, 'thread'],
  [/email-v3\/messages/, 'mail'],
  [/email-v3\/templates/, 'mailTemplate'],
  [/messenger/, 'message'],
  [/event-delivery\/failures/, 'failedDelivery'],
  [/api-tokens/, 'apiToken'],
  [/bulk\/\{jobId\}/, 'job'],
  [/change-sets/, 'changed'],
]

/** Ids in paths with several, by their names. */
const byParameter: readonly (readonly [key: string, path: RegExp, kind: Kind])[] = [
  ['waveId', /survey-management/, 'surveyWave'],
  ['importId', /survey-management/, 'surveyImport'],
  ['responseId', /survey-management/, 'surveyResponse'],
  ['contactId', /survey-management/, 'contact'],
  ['mid', /success-plan/, 'milestone'],
  ['kid', /success-plan/, 'kpi'],
  ['itemId', /success-plan/, 'planNote'],
  ['shareId', /success-plan/, 'planShare'],
  ['commentId', /success-plan/, 'planComment'],
  ['applicationId', /success-plan/, 'planJob'],
  ['templateId', /success-plan\/template/, 'planTemplate'],
  ['lookupId', /success-plan/, 'planLookup'],
  ['recordId', /scenario-management/, 'account'],
  ['commentId', /\/tasks\//, 'taskComment'],
]

/** What an id under a name is an id of. */
const byKey: readonly (readonly [RegExp, Kind])[] = [
  [/^taskIds?$/, 'task'],
  [/^instanceIds$/, 'playbookInstance'],
  [/thread/i, 'thread'],
  [/message/i, 'mail'],
  [/activityType/i, 'activityType'],
  [/template/i, 'mailTemplate'],
  [/stage/i, 'stage'],
  [/column|field/i, 'field'],
  [/segment/i, 'segment'],
  [/changeSet/i, 'changed'],
  [/version/i, 'version'],
  [/organization/i, 'organization'],
  [/contact|participant/i, 'contact'],
  [/pipeline/i, 'pipeline'],
  [/account|parent|entit/i, 'account'],
  [/file/i, 'file'],
  [/user|owner|actor|assignee|watcher|from|^to$/i, 'user'],
]

/** The kind of what an id under a name, or in the path of a call, stands for; undefined where that is not known. */
export function kindOf(key: string, path: string): Kind | undefined {
  const own = byParameter.find(([name, pattern]) => name === key && pattern.test(path))
  if (own) return own[2]
  const isOfPath = path.includes(`{${key}}`) || /^ids?$/i.test(key)
  const found = isOfPath
    ? byPath.find(([pattern]) => pattern.test(path))
    : byKey.find(([pattern]) => pattern.test(key))
  return found?.[1]
}

/** The ids that are numbers. */
export function numericIds(objects: Objects): string[] {
  return Object.values(objects).filter((id) => /^\d+$/.test(id))
}
