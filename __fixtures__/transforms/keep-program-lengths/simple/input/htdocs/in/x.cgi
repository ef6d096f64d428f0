print $q->header(-content_length => 5);
