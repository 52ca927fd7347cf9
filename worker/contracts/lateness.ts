import { hourMs, minuteMs } from './durations.ts'

const secondMs = 1000

/**
 * Lower bounds of the classes of a histogram, in milliseconds after the promised time; below the first
 * one a message was more than ten minutes early.
 */
export const latenessBounds = [
  -10 * minuteMs,
  -minuteMs,
  0,
  10 * secondMs,
  30 * secondMs,
  minuteMs,
  2 * minuteMs,
  5 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  6 * hourMs,
] as const

/** Numbers of classes: of what arrived by its lateness, then of what has another end. */
export const unknownClass = latenessBounds.length + 1
export const failedClass = unknownClass + 1
export const latenessClasses = failedClass + 1

/** The budget: neither more than ten minutes early nor more than five late. */
export const onTimeClasses: readonly number[] = latenessBounds.flatMap((bound, index) =>
  bound >= -10 * minuteMs && bound < 5 * minuteMs ? [index + 1] : [],
)

/** Arrived earlier or later than the budget. */
export const lateClasses: readonly number[] = Array.from({ length: unknownClass }, (_, index) =>
  onTimeClasses.includes(index) ? [] : [index],
).flat()
