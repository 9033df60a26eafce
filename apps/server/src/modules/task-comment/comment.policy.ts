import { keepsOrder, may, type Actor } from '../../platform/actor.ts'
import type { CommentRow } from './comment.rules.ts'

type Authored = Pick<CommentRow, 'author_id'>

/** Comments are changed by their authors. */
export const mayEdit = (actor: Actor, row: Authored): boolean =>
  row.author_id === actor.userId && may(actor, 'task.edit')

/** Managers and administrators delete those of others, too. */
export const mayDelete = (actor: Actor, row: Authored): boolean =>
  mayEdit(actor, row) || (may(actor, 'task.edit') && keepsOrder(actor))
