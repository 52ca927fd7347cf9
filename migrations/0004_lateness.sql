CREATE TABLE `delivery_lateness` (
	`day` integer NOT NULL,
	`channel` text NOT NULL,
	`kind` text NOT NULL,
	`mark` integer NOT NULL,
	`event_id` integer NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`event_id`, `day`, `channel`, `kind`, `mark`)
);
--> statement-breakpoint
ALTER TABLE `deliveries` ADD `due_at` integer;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `handed_at` integer;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `lateness_class` integer GENERATED ALWAYS AS (case when channel = 'in_app' then null
    when status = 'sent' then (sent_at - coalesce(due_at, created_at) >= -600000) + (sent_at - coalesce(due_at, created_at) >= -60000) + (sent_at - coalesce(due_at, created_at) >= 0) + (sent_at - coalesce(due_at, created_at) >= 10000) + (sent_at - coalesce(due_at, created_at) >= 30000) + (sent_at - coalesce(due_at, created_at) >= 60000) + (sent_at - coalesce(due_at, created_at) >= 120000) + (sent_at - coalesce(due_at, created_at) >= 300000) + (sent_at - coalesce(due_at, created_at) >= 600000) + (sent_at - coalesce(due_at, created_at) >= 1800000) + (sent_at - coalesce(due_at, created_at) >= 3600000) + (sent_at - coalesce(due_at, created_at) >= 21600000)
    when status = 'unknown' then 13
    when status = 'dead' then 14 end) VIRTUAL;
--> statement-breakpoint
CREATE TRIGGER `delivery_lateness_after_update` AFTER UPDATE OF `status` ON `deliveries`
    WHEN new.`lateness_class` IS NOT old.`lateness_class`
    BEGIN UPDATE `delivery_lateness` SET `counts` = json_set(`counts`, '$[' || old.`lateness_class` || ']',
    (`counts` ->> old.`lateness_class`) - 1)
  WHERE old.`lateness_class` IS NOT NULL AND `event_id` IN (0, old.`event_id`)
    AND `day` = coalesce(old.`due_at`, old.`created_at`) / 86400000 AND `channel` = old.`channel`
    AND `kind` = old.`kind` AND `mark` = iif(old.`kind` = 'reminder' AND json_valid(old.`payload`), coalesce(old.`payload` ->> 'hours', 0), 0); INSERT INTO `delivery_lateness` (`event_id`, `day`, `channel`, `kind`, `mark`, `counts`)
  SELECT value, coalesce(new.`due_at`, new.`created_at`) / 86400000, new.`channel`, new.`kind`, iif(new.`kind` = 'reminder' AND json_valid(new.`payload`), coalesce(new.`payload` ->> 'hours', 0), 0),
    json_set('[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]', '$[' || new.`lateness_class` || ']', 1)
  FROM (SELECT 0 AS value UNION SELECT new.`event_id`)
  WHERE value IS NOT NULL AND new.`lateness_class` IS NOT NULL
  ON CONFLICT (`event_id`, `day`, `channel`, `kind`, `mark`) DO UPDATE SET `counts` = json_set(`counts`, '$[' || new.`lateness_class` || ']',
    (`counts` ->> new.`lateness_class`) + 1); END;
