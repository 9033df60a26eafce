import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { activityModule, type ActivityService } from '../activity/index.ts'
import { activityTypeModule, type ActivityTypeService } from '../activity-type/index.ts'
import { fileModule, type FileService } from '../file/index.ts'
import { ledgerModule, type Ledger } from '../ledger/index.ts'
import { notificationModule, type Notifications } from '../notification/index.ts'
import { recordModule, type Records } from '../record/index.ts'
import { recordRuleModule, type ReadRuleContext } from '../record-rule/index.ts'
import { timelineModule, type TimelineService } from '../timeline/index.ts'
import { userManagementModule, type UserService } from '../user-management/index.ts'
import { workCalendarModule, type CalendarService } from '../work-calendar/index.ts'
import { createTaskChecks } from './task.check.ts'
import { findRecordsWithTasks } from './task.policy.ts'
import { createTaskDoor } from './task.door.ts'
import { createTaskBelongings } from './task.hand-over.ts'
import { uniqueIds } from './task.event.ts'
import { readConcerned, readNamed } from './task.notice.store.ts'
import { createTaskNotices } from './task.notice.ts'
import { findReadableFiles } from './task.read-model.ts'
import { createTaskReading } from './task.reading.service.ts'
import { createRepeatHandler, createTaskRepeats } from './task.repeat.ts'
import { addTaskRoutes } from './task.routes.ts'
import { createTaskService } from './task.service.ts'
import { addToCommentCount } from './task.store.ts'
import { createTaskSubject, seenTitles } from './task.subject.ts'

export { taskSubject } from './task.door.ts'
export type { NumberedTasks, TaskDraft } from './task.check.ts'
export { toInsert } from './task.check.ts'
export { dayIn, weekEndOf } from './task.day.rules.ts'
export { ownTaskScopeSql } from './task.policy.ts'

interface Neighbours {
  users: UserService
  calendars: CalendarService
  files: FileService
  types: ActivityTypeService
  records: Records
  rules: { readContext: ReadRuleContext }
  ledger: Ledger
  timeline: TimelineService
  activities: ActivityService
  notifications: Notifications
}

/** What people have to do, about records or by itself. */
function createTaskModule(platform: Platform, neighbours: Neighbours) {
  const { records, files, ledger } = neighbours
  const repeats = createTaskRepeats(neighbours)
  const door = createTaskDoor({ ...neighbours, check: createTaskChecks(neighbours), repeats })
  const reading = createTaskReading(platform, neighbours)
  const tasks = createTaskService(platform, neighbours, door, reading)
  ledger.registerSubject(createTaskSubject({ ...neighbours, door }))
  records.registerDependents(findRecordsWithTasks)
  files.registerHolder({ name: 'task', mayRead: findReadableFiles })
  neighbours.users.registerBelongings(createTaskBelongings(platform, door))
  const { subscriber, due } = createTaskNotices(platform, neighbours)
  const module: Module = {
    addRoutes: (api) => addTaskRoutes(api, { tasks, reading }),
    subscribers: [subscriber],
    due: { ...due, ...createRepeatHandler(platform, repeats, door) },
  }
  const { prepareTasks, createTasks, changeTasks } = door
  const service = {
    prepareTasks,
    insertTasks: door.insert,
    createTasks,
    changeTasks,
    showTasks: reading.show,
    list: reading.list,
    lockTask: reading.lock,
    titlesOf: seenTitles,
    registerHistory: reading.registerHistory,
    countComments: addToCommentCount,
    /** Who works on a task, created it or watches it. */
    async peopleOf(tx: Tx, tenantId: number, taskId: number): Promise<number[]> {
      const found = await readConcerned(tx, tenantId, [taskId])
      return uniqueIds(found.flatMap((task) => [task.assigneeId, task.creatorId, ...task.watcherIds]))
    },
    isSeenBy: async (tx: Tx, actor: Actor, taskId: number): Promise<boolean> =>
      (await readNamed(tx, actor, [taskId])).has(taskId),
  }
  return { module, service }
}

export type Tasks = ReturnType<typeof createTaskModule>['service']

export const taskModule = defineModule({
  needs: {
    users: userManagementModule,
    calendars: workCalendarModule,
    files: fileModule,
    types: activityTypeModule,
    records: recordModule,
    rules: recordRuleModule,
    ledger: ledgerModule,
    timeline: timelineModule,
    activities: activityModule,
    notifications: notificationModule,
  },
  create: createTaskModule,
})
