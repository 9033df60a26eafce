import { bulkFinished, bulkUndone } from './event/bulk.ts'
import { currencyChanged } from './event/currency.ts'
import type { EventDefinition } from './event/define.ts'
import { fieldChanged, fieldCreated, fieldDeleted } from './event/field.ts'
import { fileDeleted, fileUploaded } from './event/file.ts'
import { healthPublished } from './event/health.ts'
import { lifecycleChanged } from './event/lifecycle.ts'
import { recordChanged } from './event/record.ts'
import { segmentChanged, segmentCreated, segmentDeleted } from './event/segment.ts'
import { timelineChanged, timelineCommented, timelineMentioned } from './event/timeline.ts'
import { userChanged, userDeactivated, userInvited } from './event/user.ts'

/** Every event that Steward publishes. */
export const eventCatalogue: readonly EventDefinition[] = [
  recordChanged,
  fieldCreated,
  fieldChanged,
  fieldDeleted,
  currencyChanged,
  lifecycleChanged,
  healthPublished,
  bulkFinished,
  bulkUndone,
  timelineChanged,
  timelineMentioned,
  timelineCommented,
  segmentCreated,
  segmentChanged,
  segmentDeleted,
  userInvited,
  userChanged,
  userDeactivated,
  fileUploaded,
  fileDeleted,
]
