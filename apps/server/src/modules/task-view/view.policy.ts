import { keepsOrder, may, type Actor } from '../../platform/actor.ts'

/** Its maker changes a view; a public one is also kept in order by managers and administrators. */
export function mayEditView(actor: Actor, view: { createdBy: number; isPrivate: boolean }): boolean {
  if (!may(actor, 'task.edit')) return false
  return view.createdBy === actor.userId || (keepsOrder(actor) && !view.isPrivate)
}
