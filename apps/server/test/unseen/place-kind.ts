import type { Operation } from '../api-operation.ts'
import { kindOf } from '../fuzz/id-kind.ts'
import { nameOf, textOf, type Place } from './place.ts'
import type { Kind } from './things.ts'

/** Rules and mentions name a record inside of a value. */
export type Named = Kind | 'rule' | 'mention'

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Values that name nothing that anyone made: numbers, dates, words of a list, texts that are only stored. */
const plainWords = wordsOf(`
  action age attempt
  baseVersion before bookmarked bookmarkStatus
  calendar challengeUser checklist clientId clientSecret code color column columns comment complete_all conditionAt
  config currentKpiValue currentPassword cursor
  dataType dateBreakdownFilter day dayOff days delimiter detail displayCurrency displayName domains dueDate
  dueFrom dueTime dueTo durationDays durationMinutes
  endDate endpoint endsOn estimateMinutes expiresInDays expiresOn
  field fileName filter firstName formula from
  groupBy
  handover hideArchived hideCompleted hideDone holdOutPercent
  idSource image includeArchived includeBelow includeCompleted inline integrationEmail isDone issuer
  key kinds kpiName
  label lastName level levels limit lines locale logActivity lookupId lowerBound
  metric mobileNumber mode month myEntitiesOnly myTasksOnly
  name newPassword note
  occurredAt offset openTasks order orderBy origin otherwise outcome overdue ownOnly
  page pageSize phoneNumber picklistDefinition pictures pinned pipelineType points preserveList preview
  priority progressId period pulse
  quote
  reason refreshToken region reorderTo revision roleId rule
  score sheet since size skipLines sort sortColumn sortDirection source sourceField startAtKey startDate startValue
  state status statusId step stepId subject sum
  target targetValue taskType text timeZone title to token totals
  unit unread until upperBound
  value version
  weeks weight workingDays
`)
/** The same in families of names. */
const plainFamilies = /^(\w+Level(Id)?|date(From|To|\[\w+\])?|password(MaxLength)?|userPool\w*|with\w+)$/

/** What everyone of the company may see, or administrators alone: no row of it is hidden from anyone who may call. */
const openKinds = wordsOf(`
  activityType activityTypeId actorId assigneeId authors
  childId collaborators currencyDefinitionId customColumnId
  deletedStage
  failureId field fieldId fields fromUserId
  handOverTo
  lifecycleStageId
  mailTemplate measure message moveTo
  noteTemplate
  orderArray ownerId owners
  pin planLookup playbook playbookApplication playbookStep
  reasonId
  scopeReferenceId scoreId sectionId stage subscriber survey surveyImport surveyResponse surveyWave
  templateId toUserId trial
  user userId userIds username usernames
  version
  watcherIds workCalendar
`)

/** Places that stand for something else than their name says, by the operation. */
const special: readonly (readonly [RegExp, Named | null])[] = [
  [/^listSuccessPlans query query$/, 'planName'],
  [/^orderSuccessPlan body itemIds/, 'milestone'],
  [/^(apply|preview)PlanTemplate body entities/, 'account'],
  [/PlanTemplate path templateId$|^(create|save)PlanTemplate body/, null],
  [/^createPlanTemplateFromPlan body successPlanId$/, 'plan'],
  [/PlanShare body shown\.itemIds/, 'milestone'],
  // Surveys are written by those who see every record; responses are filtered by what the reader sees.
  [/^(create|change)Survey body |^changeSurveySettings /, null],
  [/^(listSurveyResponses|exportSurveyResponses|readSurveyStatBar|readSurveyResults) query filters$/, null],
  [/^(previewSurveyImport|importSurveyResponses|previewUserImport|importUsers) body uploadId$/, 'upload'],
  [/^(previewSurveyImport|importSurveyResponses) body /, null],
  [/^createSurveyLink body contactId$/, 'contact'],
  [/^\w+Survey\w* (query channel|body paused)$/, null],
  // The script is the same for everyone.
  [/^readSurveySnippetVersion /, null],
  // Signed: no one can write the one of another person.
  [/^(askSitePerson|showSurvey|unsubscribeFromSurveys|readAskedSurvey|answerSurvey) /, null],
  // A job has counts alone, for those who started it or write templates.
  [/^readPlanApplication path applicationId$/, null],
  // Signed: no one can write the one of another link.
  [/^(readSharedPlan|seeSharedPlan|commentOnSharedPlan|toggleSharedTask) /, null],
  [/^createSuccessPlan body entityId$/, 'account'],
  [/^listLogos query recordIds$/, 'account'],
  [/^(create|change)(SuccessPlan|Milestone|Kpi|PlanItem) body description$/, 'mention'],
  [/PlanItem path itemId$/, 'planNote'],
  [/PlanComment path commentId$/, 'planComment'],
  [/ path userId$|(Field|Segment|ActivityType) body description$/, null],
  [/ body file(\.\[\])?$|^sendUpload body/, null],
  // A picture has a secret name of 128 random bits, which is all that its address has too.
  [/^readImage |imageId$/, null],
  // Signed: no one can write the one of another file or page.
  [/^readMailPage path token/, null],
  [/^readFileContent path token/, 'address'],
  [/^unlockAccount /, null],
  [/^(listUsers|changeUser) (query|body) externalId/, null],
  [/^(addHealthMeasure|putHealthDraft) .*groupId/, null],
  [/^(create|edit)Field body picklistDefinition/, null],
  [/^(create|edit)Field body rollup|^(addHealthMeasure|putHealthDraft)/, null],
  [/^listMailThreads query (from|to|cc)$/, 'email'],
  [/^listMailThreads query subject$/, 'name'],
  [/^search\w+ query name$/, 'name'],
  [/^listTasks\w* query query$/, 'taskTitle'],
  [/^(list|total|read|search|filter|export|start|preview|get)\w+ .*query$/, 'name'],
  [/^createSegment body name|^changeSegment body name/, 'segmentName'],
  [/^(putColumnSet|putStatBar|readStatBar|changeFieldMappings) /, null],
  [/^(inviteUsers) /, null],
  [/^(readFollow|putFollow|listUsersUnableToSee) path id$/, 'account'],
  // Templates of playbooks are written by those who see every record; options of a file are words.
  [/^(create|save)PlaybookTemplate body|newOptions\.\[\]$/, null],
  [/^apply(Playbook|PlanTemplate) body selection\.query$/, 'name'],
  // Scenarios are for those who see every record.
  [/^\w*(Scenario|NodeExecution|Rehearse)\w* /, null],
  // Weights of Today are numbers.
  [/^(setTodayWeights|previewTodayWeights) body (weights\.)?(task|score|mail|risk|quiet|plan|survey)$/, null],
  // Webhooks are administrators' alone, who see every record.
  [/^\w+Webhook\w* /, null],
  [/^checkSignInDomain /, null],
  // Notifications are asked for by their recipient alone; those of anyone else are absent.
  [/^(listNotifications|countUnseenNotifications|listRecordsBehindNotification|markNotificationSeen) /, null],
  [/^changeNotification(Preferences|Defaults) /, null],
  [/^(send|answer)Mail body (to|cc|bcc)/, 'email'],
  [/^(send|answer)Mail body body$/, 'mention'],
  [
    /^(createNote|changeNote|\w+Activity|\w+Pulse|(create|change)Task\w*) body description$|Comment\w* body body$|Files body comment$/,
    'mention',
  ],
  [/^changeNoteTemplate body body|^createNoteTemplate body body|MailTemplate body body/, 'mention'],
  [/^listTasks\w* query filters$/, 'rule'],
  [/(query|body|selection|query\.) ?\.?filter$|\.filter$|body logic$/, 'rule'],
  [/^downloadFile path fileId/, 'file'],
  [/^restoreTimelineItem path itemId$/, 'deleted'],
  [/^sendUpload path uploadId$/, 'emptyUpload'],
  [/^restore(Organization|Contact|Pipeline)Value body changeSetId$/, 'changeSet'],
  [/ path itemId$| itemIds\.\[\]$/, 'item'],
  [/TaskComment\w* path commentId$/, 'taskComment'],
  [/TaskView path viewId$/, 'taskView'],
  // Everyone who imports sees all mappings, and a mapping only keeps what it is given.
  [/ImportMapping path mappingId$/, null],
  [/ImportMapping body choices\./, null],
  [/config\.missingFrom\.\[\]$/, 'job'],
  // Names of fields, which are the same for everyone.
  [/(Bulk|Bundle) body (parts\.\[\]\.)?config\.newFields\.\[\]$/, null],
  // A view only keeps what it is given.
  [/TaskView body view\./, null],
  [/ path commentId$/, 'comment'],
  [/ path exportId$/, 'export'],
  [/ path uploadId$| body (parts\.\[\]\.)?config\.uploadId$/, 'upload'],
  [/ path sessionId$/, 'session'],
  [/^startBulk body data\.\[\]\.(id)$/, 'account'],
  [/^checkFormula body recordId$/, 'account'],
  [/^searchPlaybookTemplates /, null],
  [/^(apply|preview)Playbook body entities/, 'account'],
  [/ query entity$| query entityId$| parentIdentifier$/, 'account'],
  [/ (mandatoryIds|ids|ids\.\[\]|selection\.ids\.\[\]|cells\.\[\]\.id)$| body \[\]$/, null],
]

const byLevel = {
  Organizations: 'organization',
  Accounts: 'account',
  Contacts: 'contact',
  Pipelines: 'pipeline',
} as const

const byName: readonly (readonly [RegExp, Kind])[] = [
  [/^organization(s|Id)?$/, 'organization'],
  [/^account(s|Id)?$/, 'account'],
  [/^contact(s|Ids)?$/, 'contact'],
  [/^pipelines?$/, 'pipeline'],
  [/^(files|fileIds)$/, 'file'],
  [/^changeSetId$/, 'changeSet'],
  [/^instanceIds$/, 'playbookInstance'],
  [/^taskIds$/, 'task'],
  [/^inReplyTo$/, 'mail'],
  [/^segmentId$/, 'segment'],
  [/^externalId$/, 'externalId'],
  [/^(emails|email|address|cc|bcc)$/, 'email'],
]

/** Names of the path's ids as the fuzz run has them. */
const ofPath: Record<string, Kind> = {
  commented: 'item',
  changed: 'changeSet',
  files: 'files',
  file: 'grouped',
}

/** What an id in a path names; undefined where the path doesn't say. */
function namedInPath(operation: Operation, place: Place): Named | null | undefined {
  const kind = place.in === 'path' ? kindOf(nameOf(place), operation.path) : undefined
  if (!kind) return undefined
  return openKinds.has(kind) ? null : (ofPath[kind] ?? (kind as Kind))
}

function namedByName(name: string): Named | null | undefined {
  const named = byName.find(([pattern]) => pattern.test(name))
  if (named) return named[1]
  return plainWords.has(name) || plainFamilies.test(name) || openKinds.has(name) ? null : undefined
}

/** What a place names that may be hidden from the caller; null for nothing, and undefined where that isn't known. */
export function namedAt(operation: Operation, place: Place): Named | null | undefined {
  const text = `${operation.operationId} ${textOf(place)}`
  if (/(mandatoryIds|ids|ids\.\[\]|cells\.\[\]\.id)$| body \[\]$/.test(text)) {
    return Object.entries(byLevel).find(([plural]) => text.includes(plural))?.[1] ?? 'account'
  }
  const known = special.find(([pattern]) => pattern.test(text))
  if (known) return known[1]
  const inPath = namedInPath(operation, place)
  return inPath === undefined ? namedByName(nameOf(place)) : inPath
}
