import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Comment, TimelineItem } from '@steward/contracts/timeline'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { CommentList, withComment, withoutComment } from '../../../entities/comment/index.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { toast } from '../../../ui/toast.tsx'
import { createComment, updateComment, commentsQuery, deleteComment, showComments } from './comments.calls.ts'

type ItemCommentsProps = { item: TimelineItem; mayWrite: boolean }

/** What was answered to an item, and a place to answer. */
export function ItemComments({ item, mayWrite }: ItemCommentsProps) {
  const { itemId, commentCount } = item
  const client = useQueryClient()
  const { id: recordId } = useRecordScreen()
  const { data: comments, error, refetch } = useQuery(commentsQuery(itemId))

  // Others answer meanwhile; the item tells that there is more.
  const held = comments?.length
  useEffect(() => {
    if (held !== undefined && held < commentCount)
      void client.invalidateQueries({ queryKey: commentsQuery(itemId).queryKey })
  }, [client, itemId, held, commentCount])

  async function put(saving: Promise<Comment>) {
    const comment = await saving
    showComments(client, itemId, (all) => withComment(all, comment))
  }

  async function remove(comment: Comment) {
    showComments(client, itemId, (all) => withoutComment(all, comment.commentId))
    try {
      await deleteComment(itemId, comment.commentId)
    } catch (fault) {
      showComments(client, itemId, (all) => withComment(all, comment))
      if (isSessionExpired(fault)) return
      toast.error(errorText(fault), {
        subject: `comment-${comment.commentId}`,
        retry: () => void remove(comment),
      })
    }
  }

  return (
    <CommentList
      className="mt-2 max-w-3xl border-l-2 border-line pl-4"
      comments={comments}
      error={error}
      onRetry={() => void refetch()}
      mayWrite={mayWrite}
      isOpen={commentCount === 0}
      recordId={recordId}
      draftOf={{ commentsOf: itemId }}
      draftOfOne={(comment) => ({ comment })}
      onCreate={(body) => put(createComment(itemId, body))}
      onChange={(commentId, body) => put(updateComment(itemId, commentId, body))}
      onRemove={(comment) => void remove(comment)}
    />
  )
}
