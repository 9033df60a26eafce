export { CommentList } from './comment-list.tsx'
export { withComment, withoutComment } from './comment-order.ts'
