/** A comment as the table has it. */
export interface CommentRow {
  comment_id: number
  task_id: number
  version: number
  author_id: number
  created_at: Date
  updated_at: Date | null
  deleted_at: Date | null
  body: string
}

/** A comment as it is after it was changed, deleted or brought back. */
export interface CommentChange {
  body?: string
  isDeleted?: boolean
}

/** The next state of a comment. */
export function changed(
  row: CommentRow,
  { body = row.body, isDeleted }: CommentChange,
  at: Date,
): CommentRow {
  return {
    ...row,
    version: row.version + 1,
    body,
    updated_at: body === row.body ? row.updated_at : at,
    deleted_at: isDeleted === undefined ? row.deleted_at : isDeleted ? at : null,
  }
}
