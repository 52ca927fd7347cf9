import * as v from 'valibot'
import { idParam, ScheduleSourceId, StreamerId } from '#worker/contracts/ids.ts'
import {
  ScheduleImportReport,
  maxCalendarBytes,
  ImportSourceInput,
  ScheduleFileInput,
  ScheduleSourceInput,
  ScheduleSourcesView,
  ScheduleSourceView,
} from './contract.ts'
import { importScheduleFile } from './import-file.ts'
import { addSource, listSources, removeSource, importSourceNow } from './sources.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const ofStreamer = v.object({ id: idParam(StreamerId) })
const ofSource = v.object({ id: idParam(StreamerId), source_id: idParam(ScheduleSourceId) })

export const scheduleSourceEndpoints = [
  endpoint({
    route: 'GET /admin/streamers/:id/schedule_sources',
    operationId: 'listStreamerScheduleSources',
    summary: 'List the schedules and calendars that the events of a streamer come from',
    access: 'moderator',
    params: ofStreamer,
    answer: ScheduleSourcesView,
    run: (ctx, { params }) => listSources(ctx, { streamerId: params.id }),
  }),
  endpoint({
    route: 'POST /admin/streamers/:id/schedule_sources',
    operationId: 'addStreamerScheduleSource',
    summary: 'Add the schedule of a channel of a streamer; its entries become proposals',
    access: 'moderator',
    errors: {
      conflict: ['account_not_verified', 'schedule_source_exists', 'too_many_schedule_sources'],
    },
    params: ofStreamer,
    body: ScheduleSourceInput,
    status: 201,
    answer: ScheduleSourceView,
    run: (ctx, { params, body }) => addSource(ctx, { streamerId: params.id }, body),
  }),
  endpoint({
    route: 'DELETE /admin/streamers/:id/schedule_sources/:source_id',
    operationId: 'removeStreamerScheduleSource',
    summary: 'Remove a schedule of a streamer; imported events remain',
    access: 'moderator',
    isReauthenticationRequired: true,
    params: ofSource,
    status: 204,
    run: (ctx, { params }) => removeSource(ctx, { streamerId: params.id }, params.source_id),
  }),
  endpoint({
    route: 'POST /admin/streamers/:id/schedule_sources/:source_id/run',
    operationId: 'runStreamerScheduleSource',
    summary: 'Preview the import of a schedule of a streamer, or run it with `confirm`',
    access: 'moderator',
    errors: { conflict: ['schedule_unreadable'] },
    params: ofSource,
    body: ImportSourceInput,
    answer: ScheduleImportReport,
    run: (ctx, { params, body }) =>
      importSourceNow(ctx, { streamerId: params.id }, { id: params.source_id, ...body }),
  }),
  endpoint({
    route: 'POST /admin/streamers/:id/schedule_imports',
    operationId: 'importStreamerCalendar',
    summary: 'Preview the import of a calendar file for a streamer, or run it with `confirm`',
    access: 'moderator',
    errors: {
      conflict: ['account_not_verified', 'schedule_unreadable', 'too_many_schedule_sources'],
    },
    params: ofStreamer,
    body: ScheduleFileInput,
    bodyKind: 'multipart',
    maxBytes: maxCalendarBytes + 8 * 1024,
    answer: ScheduleImportReport,
    run: (ctx, { params, body }) => importScheduleFile(ctx, { streamerId: params.id }, body),
  }),
]
