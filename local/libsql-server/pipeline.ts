import {
  encodeBatchResult,
  encodeErrorResult,
  encodeOkResult,
  encodeStmtResult,
  type JsonText,
} from './encode.ts'
import { RequestError, toHranaError } from './errors.ts'
import type { BatchStep, Condition, StepOutcome, StreamRequest } from './hrana.ts'
import type { StatementRunner } from './run-statement.ts'
import type { Stream } from './streams.ts'

/** Runs the requests in order; a failure does not stop the next ones. */
export async function runPipeline(
  runner: StatementRunner,
  stream: Stream,
  requests: StreamRequest[],
): Promise<JsonText[]> {
  const results: JsonText[] = []
  for (const request of requests) {
    try {
      results.push(await answerStreamRequest(runner, stream, request))
    } catch (error) {
      results.push(encodeErrorResult(toHranaError(error)))
    }
  }
  return results
}

async function runBatch(
  runner: StatementRunner,
  stream: Stream,
  steps: BatchStep[],
): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = []
  for (const { condition, stmt } of steps) {
    if (condition !== undefined && !isConditionMet(condition, outcomes)) {
      outcomes.push({ type: 'skipped' })
      continue
    }
    try {
      outcomes.push({ type: 'ok', result: await runner.execute(stream, stmt) })
    } catch (error) {
      outcomes.push({ type: 'error', error: toHranaError(error) })
    }
  }
  return outcomes
}

async function answerStreamRequest(
  runner: StatementRunner,
  stream: Stream,
  request: StreamRequest,
): Promise<JsonText> {
  // Refuses what follows a close.
  stream.connection()
  switch (request.type) {
    case 'execute': {
      const result = await runner.execute(stream, request.stmt)
      return encodeOkResult('execute', encodeStmtResult(result))
    }
    case 'batch': {
      const outcomes = await runBatch(runner, stream, request.steps)
      return encodeOkResult('batch', encodeBatchResult(outcomes))
    }
    case 'sequence':
      await runner.sequence(stream, request.source)
      return encodeOkResult('sequence')
    case 'store_sql':
      stream.storeSql(request.sqlId, request.sql)
      return encodeOkResult('store_sql')
    case 'close_sql':
      stream.closeSql(request.sqlId)
      return encodeOkResult('close_sql')
    case 'close':
      stream.close()
      return encodeOkResult('close')
  }
}

function isConditionMet(condition: Condition, outcomes: StepOutcome[]): boolean {
  switch (condition.type) {
    case 'ok':
    case 'error':
      return findStepOutcome(condition.step, outcomes).type === condition.type
    case 'not':
      return !isConditionMet(condition.cond, outcomes)
    case 'and':
      return condition.conds.every((cond) => isConditionMet(cond, outcomes))
    case 'or':
      return condition.conds.some((cond) => isConditionMet(cond, outcomes))
  }
}

function findStepOutcome(step: number, outcomes: StepOutcome[]): StepOutcome {
  const outcome = outcomes[step]
  if (outcome !== undefined) return outcome
  throw new RequestError(
    'BATCH_CONDITION_INVALID',
    `A condition refers to step ${step}, not yet run`,
  )
}
