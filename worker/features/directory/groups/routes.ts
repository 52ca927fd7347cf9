import * as v from 'valibot'
import { EventsPage } from '#worker/features/events/contract.ts'
import { maxAgeUntilPhaseChange } from '#worker/features/events/event-rows.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { GroupEventsQuery, GroupsPage, GroupsQuery, GroupView } from './contract.ts'
import { getGroup, listGroupEvents, listGroups } from './group-list.ts'

const bySlug = v.object({ slug: v.pipe(v.string(), v.maxLength(200)) })

export const groupEndpoints = [
  endpoint({
    route: 'GET /groups',
    operationId: 'listGroups',
    summary: 'List event groups by name, those with upcoming events first',
    access: 'visitor',
    query: GroupsQuery,
    answer: GroupsPage,
    run: (ctx, { query }) => listGroups(ctx, query),
  }),
  endpoint({
    route: 'GET /groups/:slug',
    operationId: 'getGroup',
    summary: 'Get an event group',
    access: 'visitor',
    params: bySlug,
    answer: GroupView,
    run: (ctx, { params }) => getGroup(ctx, params.slug),
  }),
  endpoint({
    route: 'GET /groups/:slug/events',
    operationId: 'listGroupEvents',
    summary: 'List the upcoming or past events of a group, or both',
    access: 'visitor',
    params: bySlug,
    query: GroupEventsQuery,
    answer: EventsPage,
    maxAge: ({ items }, { now }) => maxAgeUntilPhaseChange(items, now),
    run: (ctx, { params, query }) => listGroupEvents(ctx, params.slug, query),
  }),
]
