import { dataOf } from '@steward/contracts/api'
import { recordListSchema } from '@steward/contracts/record'
import {
  changeSegmentSchema,
  createSegmentSchema,
  deletedSegmentSchema,
  segmentChangesQuery,
  segmentFilterSchema,
  segmentListQuery,
  segmentMembershipSchema,
  segmentParams,
  segmentPinParams,
  segmentSchema,
} from '@steward/contracts/segment'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { SegmentService } from './segment.service.ts'

const tag = 'segment'

export function addSegmentRoutes(api: FastifyInstance, segments: SegmentService): void {
  route(api, {
    method: 'GET',
    url: '/segment',
    operationId: 'listSegments',
    summary: 'List public segments and your own, by name',
    tag,
    permission: 'segment.read',
    query: segmentListQuery,
    response: dataOf(z.array(segmentSchema)),
    handle: async ({ actor, query }) => ({ data: await segments.list(actor, query) }),
  })
  route(api, {
    method: 'GET',
    url: '/segment/:id',
    operationId: 'readSegment',
    summary: 'Get one segment',
    tag,
    permission: 'segment.read',
    params: segmentParams,
    response: dataOf(segmentSchema),
    handle: async ({ actor, params }) => ({ data: await segments.read(actor, params.id) }),
  })
  route(api, {
    method: 'GET',
    url: '/segment/:id/changes',
    operationId: 'readSegmentChanges',
    summary: 'List records that entered or left a segment since a day',
    description:
      'Applies the current rule of the segment to each record as it was at the beginning of the day (UTC), according to the ledger, and as it is now. Returns at most 500 of each. Also needs the permission record.read.',
    tag,
    permission: 'segment.read',
    params: segmentParams,
    query: segmentChangesQuery,
    response: dataOf(segmentMembershipSchema),
    handle: async ({ actor, params, query }) => ({
      data: await segments.membership(actor, params.id, query.since),
    }),
  })
  route(api, {
    method: 'POST',
    url: '/segment',
    operationId: 'createSegment',
    summary: 'Create a segment',
    tag,
    permission: 'segment.edit',
    body: createSegmentSchema,
    response: dataOf(segmentSchema),
    errors: [409],
    handle: async ({ actor, body }) => ({ data: await segments.create(actor, body) }),
  })
  route(api, {
    method: 'PATCH',
    url: '/segment/:id',
    operationId: 'changeSegment',
    summary: 'Update a segment',
    tag,
    permission: 'segment.edit',
    params: segmentParams,
    body: changeSegmentSchema,
    response: dataOf(segmentSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await segments.change(actor, params.id, body) }),
  })
  route(api, {
    method: 'DELETE',
    url: '/segment/:id',
    operationId: 'deleteSegment',
    summary: 'Delete a segment; its records stay as they are',
    tag,
    permission: 'segment.edit',
    params: segmentParams,
    response: dataOf(deletedSegmentSchema),
    handle: async ({ actor, params }) => {
      await segments.remove(actor, params.id)
      return { data: { segmentId: params.id } }
    },
  })
  route(api, {
    method: 'POST',
    url: '/segment/filter',
    reads: true,
    operationId: 'filterBySegment',
    summary: 'List records that match a rule, with the exact count',
    description: 'For a live count while a rule is edited, request a page of one record.',
    tag,
    permission: 'record.read',
    body: segmentFilterSchema,
    response: recordListSchema,
    handle: ({ actor, body }) => segments.filter(actor, body),
  })
  route(api, {
    method: 'POST',
    url: '/segment/:id/pin/:action',
    operationId: 'pinSegment',
    summary: 'Pin or unpin a segment for yourself',
    tag,
    permission: 'segment.read',
    params: segmentPinParams,
    response: dataOf(segmentSchema),
    handle: async ({ actor, params }) => ({ data: await segments.pin(actor, params.id, params.action) }),
  })
}
