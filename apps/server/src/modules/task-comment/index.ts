import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { fileModule, type FileService } from '../file/index.ts'
import { ledgerModule, type Ledger } from '../ledger/index.ts'
import { notificationModule, type Notifications } from '../notification/index.ts'
import { taskModule, type Tasks } from '../task/index.ts'
import { userManagementModule, type UserService } from '../user-management/index.ts'
import { commentSubject, createCommentDoor } from './comment.door.ts'
import { createCommentNotices } from './comment.notice.ts'
import { addTaskCommentRoutes } from './comment.routes.ts'
import { createCommentService } from './comment.service.ts'
import { listCommentIds } from './comment.store.ts'
import { createCommentSubject } from './comment.subject.ts'

interface Neighbours {
  users: UserService
  files: FileService
  ledger: Ledger
  notifications: Notifications
  tasks: Tasks
}

/** What people write about tasks, and whom they mention. */
function createTaskCommentModule(platform: Platform, neighbours: Neighbours) {
  const { ledger, tasks } = neighbours
  const door = createCommentDoor(neighbours)
  const notices = createCommentNotices(neighbours)
  const comments = createCommentService(platform, { ...neighbours, door, notices })
  ledger.registerSubject(createCommentSubject(door, tasks))
  tasks.registerHistory(async (db, tenantId, taskId) =>
    (await listCommentIds(db, tenantId, taskId)).map((itemId) => ({ subject: commentSubject, itemId })),
  )
  const module: Module = { addRoutes: (api) => addTaskCommentRoutes(api, comments) }
  return { module, service: {} }
}

export const taskCommentModule = defineModule({
  needs: {
    users: userManagementModule,
    files: fileModule,
    ledger: ledgerModule,
    notifications: notificationModule,
    tasks: taskModule,
  },
  create: createTaskCommentModule,
})
