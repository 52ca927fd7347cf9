import * as v from 'valibot'
import { idParam, ScheduleSourceId } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
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

const byId = v.object({ id: idParam(ScheduleSourceId) })
const own = { streamerId: null }

export const scheduleEndpoints = [
  endpoint({
    route: 'GET /users/me/schedule_sources',
    operationId: 'listScheduleSources',
    summary: 'List the schedules and calendars that the events of the member come from',
    access: 'member',
    answer: ScheduleSourcesView,
    run: (ctx) => listSources(ctx, own),
  }),
  endpoint({
    route: 'POST /users/me/schedule_sources',
    operationId: 'addScheduleSource',
    summary: 'Add the Twitch schedule of a verified channel of the member, or a calendar URL',
    access: 'contributor',
    errors: {
      conflict: ['account_not_verified', 'schedule_source_exists', 'too_many_schedule_sources'],
    },
    body: ScheduleSourceInput,
    status: 201,
    answer: ScheduleSourceView,
    run: (ctx, { body }) => addSource(ctx, own, body),
  }),
  endpoint({
    route: 'DELETE /users/me/schedule_sources/:id',
    operationId: 'removeScheduleSource',
    summary: 'Remove a schedule; imported events remain',
    access: 'member',
    params: byId,
    status: 204,
    run: (ctx, { params }) => removeSource(ctx, own, params.id),
  }),
  endpoint({
    route: 'POST /users/me/schedule_sources/:id/run',
    operationId: 'runScheduleSource',
    summary: 'Preview the import of a schedule, or run it with `confirm` and hourly from then on',
    access: 'contributor',
    errors: { conflict: ['schedule_unreadable'] },
    params: byId,
    body: ImportSourceInput,
    answer: ScheduleImportReport,
    run: (ctx, { params, body }) => importSourceNow(ctx, own, { ...params, ...body }),
  }),
  endpoint({
    route: 'POST /users/me/schedule_imports',
    operationId: 'importCalendar',
    summary: 'Preview the import of a calendar file, or run it with `confirm`',
    access: 'contributor',
    errors: {
      conflict: ['account_not_verified', 'schedule_unreadable', 'too_many_schedule_sources'],
    },
    body: ScheduleFileInput,
    bodyKind: 'multipart',
    maxBytes: maxCalendarBytes + 8 * 1024,
    answer: ScheduleImportReport,
    run: (ctx, { body }) => importScheduleFile(ctx, own, body),
  }),
]
