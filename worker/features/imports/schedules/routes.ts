import * as v from 'valibot'
import { idParam, ScheduleSourceId } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import {
  ImportReport,
  largestCalendarBytes,
  RunInput,
  ScheduleFileInput,
  ScheduleSourceInput,
  ScheduleSourcesView,
  ScheduleSourceView,
} from './contract.ts'
import { importFile } from './import-file.ts'
import { addSource, listSources, removeSource, runNow } from './sources.ts'

const byId = v.object({ id: idParam(ScheduleSourceId) })
const own = { streamerId: null }

export const scheduleEndpoints = [
  endpoint({
    method: 'get',
    path: '/users/me/schedule_sources',
    summary: 'Schedules and calendars that the signed-in streamer’s events come from',
    access: 'member',
    answer: ScheduleSourcesView,
    run: (ctx) => listSources(ctx, own),
  }),
  endpoint({
    method: 'post',
    path: '/users/me/schedule_sources',
    summary:
      'Follow a channel’s Twitch schedule or a calendar address, for one’s own verified account',
    access: 'contributor',
    body: ScheduleSourceInput,
    status: 201,
    answer: ScheduleSourceView,
    run: (ctx, { body }) => addSource(ctx, own, body),
  }),
  endpoint({
    method: 'delete',
    path: '/users/me/schedule_sources/:id',
    summary: 'Follow a schedule no more; what it brought in stays',
    access: 'member',
    params: byId,
    status: 204,
    run: (ctx, { params }) => removeSource(ctx, own, params.id),
  }),
  endpoint({
    method: 'post',
    path: '/users/me/schedule_sources/:id/run',
    summary:
      'Say what a schedule would bring in, or with `confirm` bring it in; hourly from then on',
    access: 'contributor',
    params: byId,
    body: RunInput,
    answer: ImportReport,
    run: (ctx, { params, body }) => runNow(ctx, own, { ...params, ...body }),
  }),
  endpoint({
    method: 'post',
    path: '/users/me/schedule_imports',
    summary: 'Say what a calendar file would bring in, or with `confirm` bring it in',
    access: 'contributor',
    body: ScheduleFileInput,
    bodyKind: 'multipart',
    maxBytes: largestCalendarBytes + 8 * 1024,
    answer: ImportReport,
    run: (ctx, { body }) => importFile(ctx, own, body),
  }),
]
