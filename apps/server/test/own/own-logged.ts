import type { Answer, Client } from '../harness.ts'

/** Makes something by a call, and reads its id from the answer. */
export type Make = (path: string, body: object, read: (body: Answer['body']) => unknown) => Promise<string>

/** A comment that has the id of its item, as a call with both is tried with one id for both. */
async function makeComment(made: Make, record: object): Promise<string> {
  for (let commentId = 0; ;) {
    const itemId = await made('core/notes', { ...record, title: 'Commented' }, (body) => body.data.noteId)
    while (commentId < Number(itemId)) {
      const path = `core/timeline/${itemId}/comments`
      commentId = Number(await made(path, { body: 'Comment' }, (body) => body.data.commentId))
    }
    if (commentId === Number(itemId)) return itemId
  }
}

/** A note, an activity and a pulse of an account, with a type and a template. */
export async function makeLogged(client: Client, made: Make, account: string) {
  const types = await client.get('core/activity-type')
  const { activityTypeId } = types.body.data[0]
  const record = { level: 'account', parentIdentifier: Number(account) }
  const activity = { ...record, activityTypeId }
  return {
    activityType: String(activityTypeId),
    noteTemplate: await made('core/note-templates', { name: 'Outline' }, (body) => body.data.templateId),
    commented: await makeComment(made, record),
    note: await made('core/notes', { ...record, title: 'Note' }, (body) => body.data.noteId),
    activity: await made('core/entity-action/activity', activity, (body) => body.data.activityId),
    pulse: await made('core/entity-action/pulse', { ...record, pulse: 3 }, (body) => body.data.pulseId),
  }
}
