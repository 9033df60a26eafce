import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Task } from '@steward/contracts/task'
import type { Comment } from '@steward/contracts/timeline'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { useUndo } from '../../../entities/change-set/index.ts'
import { CommentList, withComment, withoutComment } from '../../../entities/comment/index.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import {
  createTaskComment,
  deleteTaskComment,
  taskCommentsQuery,
  updateTaskComment,
} from './task-comments.calls.ts'
import { refreshTasks } from '../task.calls.ts'

type TaskCommentsProps = { task: Task; mayWrite: boolean }

/** What people wrote about a task, and a place to write. */
export function TaskComments({ task: { taskId, record }, mayWrite }: TaskCommentsProps) {
  const client = useQueryClient()
  const takeBack = useUndo()
  /** The change set that deleted the last one. The drawer lies over messages, so the way back is in it. */
  const [deletedBy, setDeletedBy] = useState<number | null>(null)
  const { data: comments, error, refetch } = useQuery(taskCommentsQuery(taskId))
  const { queryKey } = taskCommentsQuery(taskId)

  function show(change: (held: readonly Comment[]) => Comment[]) {
    client.setQueryData(queryKey, (held) => held && change(held))
  }

  async function put(saving: Promise<{ data: Comment }>) {
    const { data } = await saving
    show((held) => withComment(held, data))
    await refreshTasks(client)
  }

  async function remove(comment: Comment) {
    show((held) => withoutComment(held, comment.commentId))
    const subject = `task-comment-${comment.commentId}`
    try {
      const { changeSetId } = await deleteTaskComment(taskId, comment.commentId)
      setDeletedBy(changeSetId)
      await refreshTasks(client)
    } catch (fault) {
      show((held) => withComment(held, comment))
      if (isSessionExpired(fault)) return
      toast.error(errorText(fault), { subject, retry: () => void remove(comment) })
    }
  }

  async function restore(changeSetId: number) {
    setDeletedBy(null)
    await takeBack({ changeSetId, label: 'Comment deleted', subject: `task-comments-${taskId}` })
    await refreshTasks(client)
  }

  return (
    <div>
      <h3 className="mb-1.5 text-body font-medium">Comments</h3>
      <CommentList
        comments={comments}
        error={error}
        onRetry={() => void refetch()}
        mayWrite={mayWrite}
        isOpen={false}
        recordId={record?.id}
        draftOf={{ taskCommentsOf: taskId }}
        draftOfOne={(taskComment) => ({ taskComment })}
        onCreate={(body) => put(createTaskComment(taskId, body))}
        onChange={(commentId, body) => put(updateTaskComment(taskId, commentId, body))}
        onRemove={(comment) => void remove(comment)}
      />
      {deletedBy !== null && (
        <p role="status" className="mt-2 flex items-center gap-2 text-label text-2">
          Comment deleted.
          <Button size="sm" variant="ghost" onClick={() => void restore(deletedBy)}>
            Undo
          </Button>
        </p>
      )}
    </div>
  )
}
