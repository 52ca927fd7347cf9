import * as v from 'valibot'
import { endpoint } from '#worker/api/endpoint.ts'
import {
  OnboardingCompletionView,
  OnboardingListQuery,
  OnboardingStatus,
  PopularGame,
  PopularStreamer,
} from './contract.ts'
import { completeOnboarding, getOnboardingStatus, skipOnboarding } from './onboarding.ts'
import { listPopularGames, listPopularStreamers } from './suggestions.ts'

const path = '/onboarding/content-onboarding'

export const onboardingEndpoints = [
  endpoint({
    route: `GET ${path}/status`,
    operationId: 'getOnboardingStatus',
    summary: 'Get whether the member still has to finish or skip the onboarding',
    access: 'member',
    answer: OnboardingStatus,
    run: (ctx) => getOnboardingStatus(ctx),
  }),
  endpoint({
    route: `GET ${path}/streamers`,
    operationId: 'listOnboardingStreamers',
    summary: 'List popular streamers to follow, in the language of the member first',
    access: 'member',
    query: OnboardingListQuery,
    answer: v.array(PopularStreamer),
    run: (ctx, { query }) => listPopularStreamers(ctx, query),
  }),
  endpoint({
    route: `GET ${path}/games`,
    operationId: 'listOnboardingGames',
    summary: 'List popular games to follow, with events in the language of the member first',
    access: 'member',
    query: OnboardingListQuery,
    answer: v.array(PopularGame),
    run: (ctx, { query }) => listPopularGames(ctx, query),
  }),
  endpoint({
    route: `POST ${path}/skip`,
    operationId: 'skipOnboarding',
    summary: 'Skip the onboarding permanently',
    access: 'member',
    answer: OnboardingStatus,
    run: (ctx) => skipOnboarding(ctx),
  }),
  endpoint({
    route: `POST ${path}/complete`,
    operationId: 'completeOnboarding',
    summary: 'Complete the onboarding; earns XP once',
    access: 'member',
    answer: OnboardingCompletionView,
    run: (ctx) => completeOnboarding(ctx),
  }),
]
