import * as v from 'valibot'
import { idParam, ScheduleSourceId, StreamerId } from '#worker/contracts/ids.ts'
import {
  ImportReport,
  largestCalendarBytes,
  RunInput,
  ScheduleFileInput,
  ScheduleSourceInput,
  ScheduleSourcesView,
  ScheduleSourceView,
} from '#worker/features/imports/schedules/contract.ts'
import { importFile } from '#worker/features/imports/schedules/import-file.ts'
import {
  addSource,
  listSources,
  removeSource,
  runNow,
} from '#worker/features/imports/schedules/sources.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const ofStreamer = v.object({ id: idParam(StreamerId) })
const ofSource = v.object({ id: idParam(StreamerId), source_id: idParam(ScheduleSourceId) })

export const scheduleSourceEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/streamers/:id/schedule_sources',
    summary: 'Schedules and calendars that a streamer’s events come from',
    access: 'moderator',
    params: ofStreamer,
    answer: ScheduleSourcesView,
    run: (ctx, { params }) => listSources(ctx, { streamerId: params.id }),
  }),
  endpoint({
    method: 'post',
    path: '/admin/streamers/:id/schedule_sources',
    summary: 'Follow the schedule of a streamer’s channel; what it brings in is proposed',
    access: 'moderator',
    params: ofStreamer,
    body: ScheduleSourceInput,
    status: 201,
    answer: ScheduleSourceView,
    run: (ctx, { params, body }) => addSource(ctx, { streamerId: params.id }, body),
  }),
  endpoint({
    method: 'delete',
    path: '/admin/streamers/:id/schedule_sources/:source_id',
    summary: 'Follow a streamer’s schedule no more; what it brought in stays',
    access: 'moderator',
    params: ofSource,
    status: 204,
    run: (ctx, { params }) => removeSource(ctx, { streamerId: params.id }, params.source_id),
  }),
  endpoint({
    method: 'post',
    path: '/admin/streamers/:id/schedule_sources/:source_id/run',
    summary: 'Say what a streamer’s schedule would bring in, or with `confirm` bring it in',
    access: 'moderator',
    params: ofSource,
    body: RunInput,
    answer: ImportReport,
    run: (ctx, { params, body }) =>
      runNow(ctx, { streamerId: params.id }, { id: params.source_id, ...body }),
  }),
  endpoint({
    method: 'post',
    path: '/admin/streamers/:id/schedule_imports',
    summary: 'Say what a calendar file would propose for a streamer, or with `confirm` propose it',
    access: 'moderator',
    params: ofStreamer,
    body: ScheduleFileInput,
    bodyKind: 'multipart',
    maxBytes: largestCalendarBytes + 8 * 1024,
    answer: ImportReport,
    run: (ctx, { params, body }) => importFile(ctx, { streamerId: params.id }, body),
  }),
]
