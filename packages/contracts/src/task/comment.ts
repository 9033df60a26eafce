import { z } from 'zod'
import { idSchema } from '../api.ts'
import { commentSchema } from '../timeline.ts'

export const taskCommentParams = z.object({ id: idSchema, commentId: idSchema })

const changeSetId = idSchema.nullable().meta({ description: 'For undo; null: nothing changed' })

export const writtenTaskCommentSchema = z.object({ data: commentSchema, changeSetId })

export type WrittenTaskComment = z.infer<typeof writtenTaskCommentSchema>

export const deletedTaskCommentSchema = z.object({ data: z.object({ commentId: idSchema }), changeSetId })

export type DeletedTaskComment = z.infer<typeof deletedTaskCommentSchema>
