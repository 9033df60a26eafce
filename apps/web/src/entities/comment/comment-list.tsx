import { useState } from 'react'
import type { Comment } from '@steward/contracts/timeline'
import { errorPanelProps } from '../../api/error-text.ts'
import { useUser } from '../../api/session.ts'
import { agoText, exactText } from '../../components/time-text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { draftKey, hasDraft, type DraftOf } from '../draft/index.ts'
import { LongText } from '../rich-text/index.ts'
import { CommentComposer } from './comment-composer.tsx'

export interface CommentListProps {
  /** Undefined while they are read. */
  comments: readonly Comment[] | undefined
  error: unknown
  onRetry: () => void
  mayWrite: boolean
  /** Whether the place to write is open at first. */
  isOpen: boolean
  /** The record that they are about. */
  recordId?: number
  /** Where a new comment is kept while it is written, and a change of one. */
  draftOf: DraftOf
  draftOfOne: (commentId: number) => DraftOf
  onCreate: (body: string) => Promise<void>
  onChange: (commentId: number, body: string) => Promise<void>
  onRemove: (comment: Comment) => void
  className?: string
}

/** What was written about something, oldest first, and a place to write. */
export function CommentList(props: CommentListProps) {
  const { comments, error, mayWrite, recordId, draftOf, className } = props
  const { userId } = useUser()
  const [writing, setWriting] = useState(
    () => mayWrite && (props.isOpen || hasDraft(draftKey(userId, draftOf))),
  )
  return (
    <section aria-label="Comments" className={cx('flex flex-col gap-3', className)}>
      {error !== null && !comments && (
        <ErrorPanel compact {...errorPanelProps(error)} onRetry={props.onRetry} />
      )}
      {!comments && error === null && <Skeleton className="h-10 w-72" />}
      {comments?.map((comment) => (
        <CommentEntry
          key={comment.commentId}
          comment={comment}
          recordId={recordId}
          draftOf={props.draftOfOne(comment.commentId)}
          onRemove={() => props.onRemove(comment)}
          onChange={(body) => props.onChange(comment.commentId, body)}
        />
      ))}
      {writing ? (
        <CommentComposer
          autoFocus
          draftOf={draftOf}
          recordId={recordId}
          action="Comment"
          send={props.onCreate}
          onClose={() => setWriting(false)}
        />
      ) : (
        mayWrite && (
          <Button size="sm" className="self-start" onClick={() => setWriting(true)}>
            Write a comment
          </Button>
        )
      )}
    </section>
  )
}

type CommentEntryProps = {
  comment: Comment
  recordId: number | undefined
  draftOf: DraftOf
  onRemove: () => void
  onChange: (body: string) => Promise<void>
}

function CommentEntry({ comment, recordId, draftOf, onRemove, onChange }: CommentEntryProps) {
  const { author, body, createdAt, updatedAt, mayEdit, mayDelete } = comment
  const [editing, setEditing] = useState(false)
  const image = author.imageId && `/api/file-management/images/${author.imageId}`
  return (
    <article aria-label={`Comment by ${author.name}`} className="flex gap-2.5">
      <Avatar name={author.name} src={image} size={20} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-label text-3">
          <span className="font-medium text-1">{author.name}</span>
          <time dateTime={createdAt} data-tooltip={exactText(createdAt)} className="tabular">
            {agoText(createdAt)}
          </time>
          {updatedAt && <span>edited</span>}
          {!editing && (
            <span data-print="off" className="flex gap-1">
              {mayEdit && (
                <Button size="sm" variant="ghost" onClick={() => setEditing(true)}>
                  Edit
                </Button>
              )}
              {mayDelete && (
                <Button size="sm" variant="ghost" onClick={onRemove}>
                  Delete
                </Button>
              )}
            </span>
          )}
        </p>
        {editing ? (
          <CommentComposer
            autoFocus
            draftOf={draftOf}
            recordId={recordId}
            start={body}
            action="Save"
            send={onChange}
            onClose={() => setEditing(false)}
          />
        ) : (
          <LongText text={body} />
        )}
      </div>
    </article>
  )
}
