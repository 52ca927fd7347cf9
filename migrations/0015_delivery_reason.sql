ALTER TABLE `deliveries` ADD `reason` text;
--> statement-breakpoint
UPDATE `deliveries` SET
  `reason` = CASE
    WHEN `error` = 'quiet hours' THEN 'quiet_hours'
    WHEN `error` = 'quiet hours until it was too late' THEN 'quiet_hours_too_long'
    WHEN `error` = 'no longer wanted' THEN 'no_longer_relevant'
    WHEN `error` = 'moved again' THEN 'superseded'
    WHEN `error` = 'cancelled' THEN 'event_cancelled'
    WHEN `error` = 'deactivated' THEN 'account_deactivated'
    WHEN `error` = 'too late' THEN 'too_late'
    WHEN `error` = 'interrupted while sending' THEN 'interrupted'
    WHEN `error` = 'no address' THEN 'no_address'
    WHEN `error` = 'no webhook' THEN 'no_webhook'
    WHEN `error` = 'no device' THEN 'no_device'
    WHEN `error` = 'push is off' THEN 'push_off'
    WHEN `error` = 'no known push service' THEN 'unknown_push_service'
    WHEN `error` LIKE '% answered 429' THEN 'rate_limited'
    WHEN `error` IN ('Discord answered 401', 'Discord answered 404',
      'the push service answered 404', 'the push service answered 410') THEN 'recipient_gone'
    WHEN `error` LIKE 'mail API answered 5__' OR `error` IN ('mail API answered 401',
      'mail API answered 403', 'mail API answered 408', 'mail API answered 409') THEN 'service_failed'
    WHEN `error` LIKE '% answered 502' OR `error` LIKE '% answered 504' THEN 'no_answer'
    WHEN `error` LIKE '% answered 5__' THEN 'service_failed'
    WHEN `error` LIKE '% answered ___' THEN 'rejected'
    WHEN `error` IN ('TimeoutError', 'AbortError', 'TypeError', 'Error', 'network') THEN 'no_answer'
    ELSE 'unwritable'
  END
  WHERE `error` IS NOT NULL;
