import { dataOf, idParams } from '@steward/contracts/api'
import { loggedListQuery } from '@steward/contracts/logged-item'
import {
  changeNoteSchema,
  createNoteSchema,
  deletedNoteSchema,
  notePageSchema,
  noteSchema,
} from '@steward/contracts/note'
import { bookmarkSchema } from '@steward/contracts/timeline'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { NoteService } from './note.service.ts'

const url = '/core/notes'
const tag = 'Notes'

export function addNoteRoutes(api: FastifyInstance, notes: NoteService): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'listNotes',
    summary: 'List notes of a record and its child records, newest first',
    tag,
    permission: 'timeline.read',
    query: loggedListQuery,
    response: notePageSchema,
    errors: [404],
    handle: ({ actor, query }) => notes.page(actor, query),
  })
  route(api, {
    method: 'POST',
    url,
    operationId: 'createNote',
    summary: 'Log a note',
    description: 'Send the form directly, or as `formData` with `source`.',
    tag,
    permission: 'timeline.edit',
    body: createNoteSchema,
    response: dataOf(noteSchema),
    errors: [404],
    handle: async ({ actor, body }) => ({ data: await notes.create(actor, body) }),
  })
  route(api, {
    method: 'PUT',
    url: `${url}/:id`,
    operationId: 'changeNote',
    summary: 'Update a note; absent properties stay unchanged',
    tag,
    permission: 'timeline.edit',
    params: idParams,
    body: changeNoteSchema,
    response: dataOf(noteSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await notes.change(actor, params.id, body) }),
  })
  route(api, {
    method: 'PATCH',
    url: `${url}/:id/bookmark`,
    operationId: 'bookmarkNote',
    summary: 'Add or remove your bookmark on a note',
    tag,
    permission: 'timeline.read',
    params: idParams,
    body: bookmarkSchema,
    response: dataOf(noteSchema),
    handle: async ({ actor, params, body }) => ({
      data: await notes.bookmark(actor, params.id, body.bookmarkStatus),
    }),
  })
  route(api, {
    method: 'DELETE',
    url: `${url}/:id`,
    operationId: 'deleteNote',
    summary: 'Delete a note; it can be restored on the timeline',
    tag,
    permission: 'timeline.edit',
    params: idParams,
    response: deletedNoteSchema,
    errors: [409],
    handle: async ({ actor, params }) => {
      await notes.remove(actor, params.id)
      return { data: { noteId: params.id, itemId: params.id } }
    },
  })
}
