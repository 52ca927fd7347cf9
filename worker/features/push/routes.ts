import * as v from 'valibot'
import { idParam, PushSubscriptionId } from '#worker/contracts/ids.ts'
import { clientInfo } from '#worker/request/client-info.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { DeviceInput, PushDevicesView, PushDeviceView } from './contract.ts'
import { PushSubscriptionInput } from '#worker/contracts/push-subscription.ts'
import { listDevices, removeDevice, subscribe, touchDevice } from './devices.ts'

export const pushEndpoints = [
  endpoint({
    method: 'get',
    path: '/users/me/push_subscriptions',
    summary: 'The browsers that the member is pushed to, and the key to subscribe with',
    access: 'member',
    answer: PushDevicesView,
    run: (ctx) => listDevices(ctx),
  }),
  endpoint({
    method: 'post',
    path: '/users/me/push_subscriptions',
    summary: 'Push to this browser',
    access: 'member',
    body: PushSubscriptionInput,
    status: 201,
    answer: PushDeviceView,
    run: (ctx, { body, http }) => subscribe(ctx, body, clientInfo(http).userAgent),
  }),
  endpoint({
    method: 'put',
    path: '/users/me/push_subscriptions',
    summary: 'This browser is in use: if it is pushed to, by the session that asks from now on',
    access: 'member',
    body: DeviceInput,
    status: 204,
    run: (ctx, { body }) => touchDevice(ctx, body),
  }),
  endpoint({
    method: 'delete',
    path: '/users/me/push_subscriptions/:id',
    summary: 'Push to that browser no more',
    access: 'member',
    params: v.object({ id: idParam(PushSubscriptionId) }),
    status: 204,
    run: (ctx, { params }) => removeDevice(ctx, params.id),
  }),
]
