CREATE TABLE `campaigns` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`texts` text NOT NULL,
	`languages` text NOT NULL,
	`falls_back_to_english` integer NOT NULL,
	`audience` text NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`started_at` integer,
	`after_user_id` integer DEFAULT 0 NOT NULL,
	`touched_at` integer DEFAULT 0 NOT NULL,
	`written_at` integer,
	`recipients` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`skipped` integer DEFAULT 0 NOT NULL,
	`unsubscribed` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `campaigns_waiting` ON `campaigns` (`touched_at`) WHERE "campaigns"."status" = 'sending' and "campaigns"."written_at" is null;--> statement-breakpoint
CREATE INDEX `deliveries_due_by_priority` ON `deliveries` (("kind" = 'campaign'),`next_at`) WHERE "deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `users_marketing` ON `users` (`id`,`interface_language`) WHERE "users"."is_marketing" = 1 and "users"."is_active" = 1 and "users"."email_verified_at" is not null;
--> statement-breakpoint
CREATE TRIGGER `campaigns_after_delivery_insert` AFTER INSERT ON `deliveries`
WHEN new.`kind` = 'campaign' BEGIN
  UPDATE `campaigns` SET `recipients` = `recipients` + 1 WHERE `id` = new.`payload` ->> 'campaign';
END;
--> statement-breakpoint
CREATE TRIGGER `campaigns_after_delivery_update` AFTER UPDATE OF `status` ON `deliveries`
WHEN new.`kind` = 'campaign' AND new.`status` <> old.`status` BEGIN
  UPDATE `campaigns` SET
    `sent` = `sent` + (new.`status` = 'sent') - (old.`status` = 'sent'),
    `failed` = `failed` + (new.`status` IN ('dead', 'unknown')) - (old.`status` IN ('dead', 'unknown')),
    `skipped` = `skipped` + (new.`status` = 'stopped') - (old.`status` = 'stopped')
    WHERE `id` = new.`payload` ->> 'campaign';
END;
--> statement-breakpoint
CREATE TRIGGER `campaigns_after_delivery_delete` AFTER DELETE ON `deliveries`
WHEN old.`kind` = 'campaign' AND old.`status` IN ('pending', 'claimed') BEGIN
  UPDATE `campaigns` SET `skipped` = `skipped` + 1 WHERE `id` = old.`payload` ->> 'campaign';
END;
