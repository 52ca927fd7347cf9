import * as v from 'valibot'
import { EventSummary } from '#worker/features/events/contract.ts'

export const NextEvent = v.object({ event: EventSummary, is_hyped: v.boolean() })
export type NextEvent = v.InferOutput<typeof NextEvent>

/** Live ones first, then by start; those that have been live for more than a day come last. */
export const NextEventsView = v.object({ items: v.array(NextEvent) })
export type NextEventsView = v.InferOutput<typeof NextEventsView>
