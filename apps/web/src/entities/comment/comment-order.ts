import type { Comment } from '@steward/contracts/timeline'

/** The comments with this one in its place, oldest first. */
export function withComment(held: readonly Comment[], comment: Comment): Comment[] {
  return [...withoutComment(held, comment.commentId), comment].toSorted(
    (one, other) => one.commentId - other.commentId,
  )
}

export function withoutComment(held: readonly Comment[], commentId: number): Comment[] {
  return held.filter((comment) => comment.commentId !== commentId)
}
