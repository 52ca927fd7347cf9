UPDATE `deliveries` SET `kind` = 'sign_in_method_changed' WHERE `kind` = 'way_in_changed';
