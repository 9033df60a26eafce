import { bulkFinished, bulkUndone } from './bulk.event.ts'
import { emailImported } from './email.event.ts'
import type { EventType } from './event-type.ts'
import { exportFinished } from './export.event.ts'
import { fieldChanged, fieldCreated, fieldDeleted } from './field.event.ts'
import { fileDeleted, fileStored } from './file.event.ts'
import { playbookCompleted } from './playbook.event.ts'
import { recordChanged } from './record.event.ts'
import { segmentChanged, segmentCreated, segmentDeleted } from './segment.event.ts'
import { currencyChanged, healthPublished, lifecycleChanged } from './setting.event.ts'
import { successPlanChanged } from './success-plan.event.ts'
import { surveyAnswered, surveyChanged } from './survey.event.ts'
import { taskChanged } from './task.event.ts'
import { timelineChanged, timelineCommented, timelineLogged, timelineMentioned } from './timeline.event.ts'
import { userChanged, userDeactivated, userInvited } from './user.event.ts'

/** Every type of event that modules publish. */
export const eventCatalogue: readonly EventType[] = [
  recordChanged,
  fieldCreated,
  fieldChanged,
  fieldDeleted,
  lifecycleChanged,
  currencyChanged,
  healthPublished,
  segmentCreated,
  segmentChanged,
  segmentDeleted,
  taskChanged,
  playbookCompleted,
  successPlanChanged,
  surveyChanged,
  surveyAnswered,
  timelineChanged,
  timelineLogged,
  timelineMentioned,
  timelineCommented,
  bulkFinished,
  bulkUndone,
  exportFinished,
  emailImported,
  fileStored,
  fileDeleted,
  userInvited,
  userChanged,
  userDeactivated,
]
