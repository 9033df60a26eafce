import type { Operation } from '../api-operation.ts'
import { kindOf } from '../fuzz/id-kind.ts'
import { nameOf, textOf, type Place } from './place.ts'
import type { Kind } from './things.ts'

/** Rules and mentions name a record inside of a value. */
export type Named = Kind | 'rule' | 'mention'

/** Values that name nothing that anyone made: numbers, dates, words of a list, texts that are only stored. */
const plain =
  /^(action|age|attempt|before|bookmarked|calendar|challengeUser|clientId|clientSecret|code|color|column|columns|comment|config|currentPassword|cursor|dataType|day|dayOff|date(From|To|\[\w+\])?|delimiter|detail|displayName|domains|durationMinutes|endpoint|endsOn|expiresInDays|fileName|firstName|formula|from|groupBy|handover|image|inline|integrationEmail|issuer|key|kinds|lastName|levels?|\w+Level(Id)?|limit|locale|lowerBound|upperBound|metric|mobileNumber|month|myEntitiesOnly|name|newPassword|note|occurredAt|offset|order|origin|otherwise|outcome|ownOnly|page|pageSize|password(MaxLength)?|phoneNumber|picklistDefinition|pictures|pinned|points|preserveList|pipelineType|pulse|quote|reason|refreshToken|region|reorderTo|revision|score|sheet|since|size|skipLines|sort|sortColumn|source|state|status|sum|target|timeZone|title|to|totals|unread|until|userPool\w*|value|version|weight|with\w+|workingDays|displayCurrency|subject|token|filter|field|taskType|priority|status|dueDate|startDate|estimateMinutes|stepId|text|isDone|lines|orderBy|sortDirection|dateBreakdownFilter|myTasksOnly|hideCompleted|hideArchived|dueFrom|dueTo|days|bookmarkStatus|logActivity|durationDays|holdOutPercent|baseVersion|conditionAt|rule|unit|step|roleId|checklist|endDate|preview|openTasks|hideDone|action)$/

/** What everyone of the company may see, or administrators alone: no row of it is hidden from anyone who may call. */
const openKinds =
  /^(user|actorId|authors|userIds?|owners|fromUserId|toUserId|handOverTo|usernames?|activityTypeId|childId|currencyDefinitionId|customColumnId|failureId|fields?|fieldId|orderArray|lifecycleStageId|moveTo|reasonId|scopeReferenceId|scoreId|sectionId|subscriber|stage|deletedStage|activityType|noteTemplate|mailTemplate|measure|version|trial|pin|message|workCalendar|assigneeId|watcherIds|playbook|playbookStep|playbookApplication|templateId|ownerId)$/

/** Places that stand for something else than their name says, by the operation. */
const special: readonly (readonly [RegExp, Named | null])[] = [
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
  [/^(putColumnSet|changeFieldMappings) /, null],
  [/^(inviteUsers) /, null],
  [/^(readFollow|putFollow|listUsersUnableToSee) path id$/, 'account'],
  // Templates of playbooks are written by those who see every record; options of a file are words.
  [/^(create|save)PlaybookTemplate body|newOptions\.\[\]$/, null],
  [/^applyPlaybook body selection\.query$/, 'name'],
  // Scenarios are for those who see every record.
  [/^\w*(Scenario|NodeExecution)\w* /, null],
  // Weights of Today are numbers.
  [/^(setTodayWeights|previewTodayWeights) body (weights\.)?(task|score|mail|risk|quiet)$/, null],
  // Webhooks are administrators' alone, who see every record.
  [/^\w+Webhook\w* /, null],
  [/^checkSignInDomain /, null],
  // Notifications are asked for by their recipient alone; those of anyone else are absent.
  [/^(listNotifications|countUnseenNotifications|listRecordsBehindNotification|markNotificationSeen) /, null],
  [/^changeNotification(Preferences|Defaults) /, null],
  [/^(send|answer)Mail body (to|cc|bcc)/, 'email'],
  [/^(send|answer)Mail body body$/, 'mention'],
  [
    /^(createNote|changeNote|\w+Activity|\w+Pulse|(create|change)Task\w*) body description$|Comment body body$|Files body comment$/,
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
  [/ path commentId$/, 'comment'],
  [/ path exportId$/, 'export'],
  [/ path uploadId$| body config\.uploadId$/, 'upload'],
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
  return openKinds.test(kind) ? null : (ofPath[kind] ?? (kind as Kind))
}

function namedByName(name: string): Named | null | undefined {
  const named = byName.find(([pattern]) => pattern.test(name))
  if (named) return named[1]
  return plain.test(name) || openKinds.test(name) ? null : undefined
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
